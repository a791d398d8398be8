"""What people get wrong on the command line is told in one line."""

import pytest

MISTAKES = [
    ("", "hanoi-fast: error: a command is missing: moves, count, state, table, solve, next, "),
    ("moves", "hanoi-fast moves: error: the following arguments are required: DISCS"),
    ("moves -3", "hanoi-fast moves: error: discs must be at least 0, not -3"),
    ("moves 2.5", "hanoi-fast moves: error: argument DISCS: '2.5' is not a whole number"),
    ("moves 1,000", "hanoi-fast moves: error: argument DISCS: '1,000' is not a number: a comma is ambiguous, "),
    ("moves three", "hanoi-fast moves: error: argument DISCS: 'three' is not a number; write it as 1_000_000"),
    ("moves 3 --target 5", "hanoi-fast moves: error: target must be one of the pegs 0, 1, 2, not '5'"),
    ("moves 3 --source -1", "hanoi-fast moves: error: source must be one of the pegs 0, 1, 2, not '-1'"),
    ("moves 3 --pegs 9 --target 9", "hanoi-fast moves: error: target must be one of the pegs 0 to 8, not '9'"),
    ("moves 3 --labels ABC --target 1", "hanoi-fast moves: error: target must be one of the pegs A, B, C, not '1'"),
    ("moves 3 --first-peg 1 --source 0", "hanoi-fast moves: error: source must be one of the pegs 1, 2, 3, not '0'"),
    ("moves 3 --first-peg -1", "hanoi-fast moves: error: first peg must be at least 0, not -1"),
    ("moves 3 --labels AB", "hanoi-fast moves: error: labels must name 3 pegs, not 2: 'A,B'"),
    ("moves 3 --labels ABA", "hanoi-fast moves: error: labels must differ, "),
    ("moves 3 --labels ABC --first-peg 1", "hanoi-fast moves: error: argument --first-peg: not allowed with argument"),
    ("moves 3 --pegs 1", "hanoi-fast moves: error: pegs must be between 2 and 256, not 1"),
    ("moves 3 --pegs 257", "hanoi-fast moves: error: pegs must be between 2 and 256, not 257"),
    ("moves 3 --pegs 2", "hanoi-fast moves: error: 3 discs need at least 3 pegs, not 2"),
    ("moves 3 --start 8", "hanoi-fast moves: error: start must be between 0 and 7, not 8"),
    ("moves 3 --start -1", "hanoi-fast moves: error: start must be between 0 and 7, not -1"),
    ("moves 3 --start 4 --stop 3", "hanoi-fast moves: error: stop must be between 4 and 7, not 3"),
    ("moves 3 --format xml", "hanoi-fast moves: error: "),
    ("moves 3 --template x", "hanoi-fast moves: error: argument --template: 'x' has no field: use {step}"),
    (
        r"moves 3 --template {disc}\q",
        r"hanoi-fast moves: error: argument --template: '{disc}\\q' has an unknown escape",
    ),
    ("moves 3 --template {from}", "hanoi-fast moves: error: template '{from}' has an unknown field 'from'"),
    ("moves 3 --template {disc", "hanoi-fast moves: error: template '{disc' has an unbalanced brace"),
    (
        "moves 3 --format csv --template {disc}",
        "hanoi-fast moves: error: argument --template: not allowed with argument",
    ),
    ("moves 3 --frmat csv", "hanoi-fast moves: error: unrecognized arguments: --frmat csv"),
    ("moves 3 --tar 1", "hanoi-fast moves: error: unrecognized arguments: --tar 1"),
    ("moves 3 4", "hanoi-fast moves: error: unrecognized arguments: 4"),
    ("moves 3 --format pairs --first-peg 1", "hanoi-fast moves: error: "),
    ("moves 3 --format sums --pegs 4", "hanoi-fast moves: error: layout 'sums' is for 3 pegs, not 4"),
    ("moves 3 --format packed --pegs 17", "hanoi-fast moves: error: layout 'packed' holds at most 16 pegs, not 17"),
    ("move 3", "hanoi-fast: error: argument COMMAND: invalid choice: 'move' (choose from "),
    ("count 5 --pegs 2", "hanoi-fast count: error: 5 discs need at least 3 pegs, not 2"),
    ("count 5 --rate 0", "hanoi-fast count: error: the rate must be more than 0 moves a second, not 0"),
    ("state 3", "hanoi-fast state: error: the following arguments are required: STEP"),
    ("state 3 8", "hanoi-fast state: error: step must be between 0 and 7, not 8"),
    ("table -1", "hanoi-fast table: error: discs must be at least 0, not -1"),
    ("table 2 --pegs 2", "hanoi-fast table: error: 2 discs need at least 3 pegs, not 2"),
    ("table 2 --pegs 1", "hanoi-fast table: error: pegs must be between 2 and 256, not 1"),
    ("solve --to 2", "hanoi-fast solve: error: one of the arguments DISCS --state --stacks is required"),
    ("solve --state 0,3", "hanoi-fast solve: error: --state: disc 2 must be one of the pegs 0, 1, 2, not '3'"),
    ("solve --state 0,,1", "hanoi-fast solve: error: --state: disc 2 must be one of the pegs 0, 1, 2, not ''"),
    ("solve --state 0,1 --to 0,1,2", "hanoi-fast solve: error: target must have as many discs as the start, 2, not 3"),
    ("solve --state 0,1 --to 3", "hanoi-fast solve: error: --to must be one of the pegs 0, 1, 2, not '3'"),
    (
        "solve --state 0,1 --pegs 17",
        "hanoi-fast solve: error: a search takes at most 16 pegs, not 17; solve(exact=False)",
    ),
    ("solve --stacks 3|1|", "hanoi-fast solve: error: disc 2 is missing"),
    ("solve --stacks 2|2,1|", "hanoi-fast solve: error: disc 2 stands twice: on peg 0 and on peg 1"),
    ("solve --stacks 1,2||", "hanoi-fast solve: error: disc 2 lies on the smaller disc 1 on peg 0"),
    ("solve --stacks a||", "hanoi-fast solve: error: --stacks must be written as in \"3 2 1 | | \": 'a' is not a disc"),
    ("next --stacks 2,1|| --pegs 4", "hanoi-fast next: error: there must be a stack for each of the 4 pegs"),
]


@pytest.mark.parametrize(("line", "text"), MISTAKES)
def test_a_mistake_is_one_line_on_standard_error_and_status_2(called, line, text):
    status, out, err = called(*line.split())
    assert err.startswith(text)
    assert (status, out, err.count("\n"), err[-1]) == (2, "", 1, "\n")


def test_a_line_break_in_an_argument_does_not_break_the_message(called):
    assert called("moves", "3", "a\nb") == (2, "", "hanoi-fast moves: error: unrecognized arguments: a\\nb\n")


def test_more_than_the_machine_has_is_status_1(called):
    status, out, err = called("count", "10**18")
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert err.startswith("hanoi-fast count: error: ")
