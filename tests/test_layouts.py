"""How one move becomes bytes, for every layout; and every layout that cannot be, by type and text."""

import re
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hanoi_fast.puzzle.moves import Move
from hanoi_fast.streams.layouts import BINARY, Layout, layout_for
from hanoi_fast.streams.templates import TEMPLATES

NAMES = (
    "pairs, moves, packed, discs, sums, steps, text, full, csv, tsv, jsonl, json, english, italian, arrows, "
    "steps-csv, steps-tsv, steps-jsonl, "
    "or a template with {step}, {disc}, {source} or {target}"
)
HINT = "use {step}, {disc}, {source}, {target}"


def encoded(name, disc, source, target, *, discs=9, pegs=3, **options):
    return layout_for(name, discs, pegs, **options).encode(disc, source, target)


def refused(error, text, name, *, discs=9, pegs=3, **options):
    with pytest.raises(error, match=f"^{re.escape(text)}$"):
        layout_for(name, discs, pegs, **options)


@pytest.mark.parametrize(
    ("name", "dtype", "columns", "expected"),
    [
        ("pairs", "u1", 2, b"\x02\x01"),
        ("moves", "u1", 3, b"\x07\x02\x01"),
        ("packed", "u1", 1, b"\x21"),
        ("discs", "u1", 1, b"\x07"),
        ("sums", "u1", 1, b"\x05"),
    ],
)
def test_a_binary_move_is_a_row_of_its_columns(name, dtype, columns, expected):
    layout = layout_for(name, 9, 3)
    assert layout.encode(7, 2, 1) == expected
    assert (layout.dtype, len(layout.columns), layout.width) == (dtype, columns, len(expected))
    assert layout.binary
    assert layout.even


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("text", b"2 1\n"),
        ("full", b"7 2 1\n"),
        ("csv", b"7,2,1\n"),
        ("jsonl", b"[7,2,1]\n"),
        ("json", b",[7,2,1]"),
        ("english", b"Move disc 7 from 2 to 1\n"),
        ("italian", b"Sposto da 2 a 1\n"),
        ("arrows", b"2 --> 1; "),
    ],
)
def test_a_named_template_gives_the_bytes_of_the_contract(name, expected):
    layout = layout_for(name, 9, 3)
    assert layout.encode(7, 2, 1) == expected
    assert not layout.binary
    assert layout.width == (0 if b"7" in expected else len(expected))


def test_these_are_all_the_layouts():
    assert {*BINARY, *TEMPLATES} == set(re.findall(r"[\w-]+", NAMES.partition(", or")[0]))


@pytest.mark.parametrize(("name", "header", "footer"), [("csv", b"disc,source,target\n", b""), ("json", b"[", b"]\n")])
def test_a_file_of_moves_has_its_header_and_footer(name, header, footer):
    layout = layout_for(name, 9, 3)
    assert (layout.header, layout.footer) == (header, footer)


@pytest.mark.parametrize("name", [*BINARY, "text", "full", "jsonl", "english", "italian", "arrows", "{disc}"])
def test_other_layouts_have_nothing_around_the_moves(name):
    layout = layout_for(name, 9, 3)
    assert (layout.header, layout.footer, layout.separator) == (b"", b"", b"")


@pytest.mark.parametrize(
    ("discs", "size"),
    [(0, 1), (1, 1), (255, 1), (256, 2), (257, 2), (65535, 2), (65536, 4), (2**32 - 1, 4), (2**32, 8)],
)
def test_numbers_take_as_many_bytes_as_the_largest_disc_in_the_order_of_the_machine(discs, size):
    moves, alone = layout_for("moves", discs, 3), layout_for("discs", discs, 3)
    assert (moves.dtype, alone.dtype) == (f"u{size}", f"u{size}")
    assert (moves.width, alone.width) == (3 * size, size)
    assert moves.encode(discs, 0, 2) == np.array([discs, 0, 2], f"u{size}").tobytes()
    assert alone.encode(discs, 0, 2) == discs.to_bytes(size, sys.byteorder)


@pytest.mark.parametrize("name", ["pairs", "packed", "sums"])
def test_layouts_without_discs_stay_narrow_past_255_discs(name):
    assert layout_for(name, 10**6, 3).dtype == "u1"


@given(st.integers(0, 15), st.integers(0, 15))
def test_packed_holds_16_pegs(source, target):
    byte = encoded("packed", 1, source, target, pegs=16)[0]
    assert (byte >> 4, byte & 15) == (source, target)


@pytest.mark.parametrize("pegs", [17, 256])
def test_packed_refuses_more_than_16_pegs(pegs):
    refused(ValueError, f"layout 'packed' holds at most 16 pegs, not {pegs}", "packed", pegs=pegs)


def test_sums_tell_the_three_pairs_of_pegs_apart():
    assert [encoded("sums", 1, *ends) for ends in [(0, 1), (2, 0), (1, 2)]] == [b"\x03", b"\x04", b"\x05"]


@pytest.mark.parametrize("pegs", [2, 4, 256])
def test_sums_refuse_any_other_number_of_pegs(pegs):
    refused(ValueError, f"layout 'sums' is for 3 pegs, not {pegs}", "sums", pegs=pegs)


@pytest.mark.parametrize("name", [name for name in BINARY if name != "sums"])
@pytest.mark.parametrize("pegs", [2, 16])
def test_other_binary_layouts_take_any_number_of_pegs(name, pegs):
    assert layout_for(name, 9, pegs).encode(1, 0, pegs - 1)


def test_a_layout_is_a_value():
    assert layout_for("text", 9, 3) == layout_for("text", 9, 3)
    assert len({layout_for("text", 9, 3), layout_for("text", 9, 3), layout_for("text", 9, 3, "abc")}) == 2


def test_a_move_is_a_named_tuple():
    assert Move(3, 0, 2) == (3, 0, 2)
    assert repr(Move(3, 0, 2)) == "Move(disc=3, source=0, target=2)"


# Templates


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{source}{target}", b"21"),
        ("{target}<-{source}", b"1<-2"),
        ("{disc}\r\n", b"7\r\n"),
        ("{disc}{disc}", b"77"),
        ("{disc:03d} {disc:x}", b"007 7"),
        ("{source:>3}|{target:<3}|", b"  2|1  |"),
        ("{source!r:_^5}", b"_'2'_"),
        ("{{{source}}}", b"{2}"),
        ("{{source}} {target}", b"{source} 1"),
        ("{{{{{{ {target} }}", b"{{{ 1 }"),
        ("{target}\0", b"1\0"),
        ("{source} → {target}", "2 → 1".encode()),
    ],
)
def test_a_template_is_filled_in_as_str_format_does(template, expected):
    assert encoded(template, 7, 2, 1) == expected == template.format(disc=7, source="2", target="1").encode()


@pytest.mark.parametrize(
    ("template", "why"),
    [
        ("{source", "an unbalanced brace: expected '}' before end of string"),
        ("{source} {", "an unbalanced brace: Single '{' encountered in format string"),
        ("{source}}", "an unbalanced brace: Single '}' encountered in format string"),
        ("}", "an unbalanced brace: Single '}' encountered in format string"),
        ("{disk}", f"an unknown field 'disk'; {HINT}"),
        ("{source} {Target}", f"an unknown field 'Target'; {HINT}"),
        ("{}", f"an unknown field ''; {HINT}"),
        ("{0} {1}", f"an unknown field '0'; {HINT}"),
        ("{source.upper}", f"an unknown field 'source.upper'; {HINT}"),
        ("{source[0]}", f"an unknown field 'source[0]'; {HINT}"),
        ("{ source}", f"an unknown field ' source'; {HINT}"),
        ("{{}}", f"no field: {HINT}"),
        ("{{source}}", f"no field: {HINT}"),
        ("{source:{disc}}", "a field within a field: '{disc}'"),
        ("{disc:>{target}d}", "a field within a field: '>{target}d'"),
    ],
)
def test_a_template_that_does_not_say_a_move_is_refused(template, why):
    refused(ValueError, f"template {template!r} has {why}", template)


@pytest.mark.parametrize(
    "template", ["{disc:s}", "{source:d}", "{source!x}", "{disc:%}{source:+}", "{disc:.2d}", "{target}\ud800"]
)
def test_a_template_with_a_format_that_does_not_fit_is_refused(template):
    with pytest.raises(ValueError, match=f"^template {re.escape(repr(template))} cannot be filled in: ."):
        layout_for(template, 9, 3)


@pytest.mark.parametrize("name", ["", "txt", "Pairs", "pairs ", "disc source target", "%d %d"])
def test_an_unknown_name_is_refused_with_the_known_ones(name):
    refused(ValueError, f"unknown layout {name!r}: use one of {NAMES}", name)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (None, "a layout must be a str, not None (NoneType)"),
        (3, "a layout must be a str, not 3 (int)"),
        (True, "a layout must be a str, not True (bool)"),
        (b"pairs", "a layout must be a str, not b'pairs' (bytes)"),
        (np.uint8, "a layout must be a str, not <class 'numpy.uint8'> (type)"),
        (["pairs"] * 99, f"a layout must be a str, not {str(['pairs'] * 9)[:57]}... (list)"),
    ],
)
def test_a_layout_that_is_no_str_is_refused(name, text):
    refused(TypeError, text, name)


# Labels


# What the renderings rely on


PARTS = st.sampled_from(
    ["{disc}", "{source}", "{target}", "{source:>3}", "{target!r}", "{source!a}", "{target:.1}", "{disc:03d}", " é"]
)
WORDS = st.text(st.sampled_from("aéγ\n'€"), max_size=4)


@given(st.lists(PARTS, min_size=1, max_size=4), st.lists(WORDS, min_size=2, max_size=4, unique=True))
def test_width_and_evenness_are_those_of_the_moves(parts, labels):
    layout = Layout("", template="".join(["{target}", *parts]), labels=tuple(labels))
    pegs = range(len(labels))
    lengths = {disc: {len(layout.encode(disc, p, q)) for p in pegs for q in pegs} for disc in (1, 12345)}
    assert layout.even == (len(lengths[1]) == 1)
    assert layout.shows_disc == any("disc" in part for part in parts)
    assert layout.shows_disc or lengths[1] == lengths[12345]
    assert layout.width == (lengths[1].pop() if layout.even and not layout.shows_disc else 0)
