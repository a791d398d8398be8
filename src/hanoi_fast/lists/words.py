"""The words that say what a number or a name beside them is, in eight languages, and names that say which peg it is.

Words stand in lower case, without what follows an underscore or a capital: `from_peg` and `fromPeg` are two words.
"""

from __future__ import annotations

from functools import lru_cache

DISC, DISCS, PEG, FROM, TO, ON, BESIDE, COUNT, VERB, FILL = (
    "disc", "discs", "peg", "from", "to", "on", "beside", "count", "verb", "fill",
)  # fmt: skip

_WORDS = {
    # A disc; one of several is never what a move is about.
    DISC: """disc disk ring plate disco scheibe ring disque anneau plateau dischetto anello schijf диск диска кольцо
        anel anillo piatto piastra d dsk""",
    DISCS: """discs disks rings plates discos scheiben ringe disques anneaux dischi anelli schijven ringen диски дисков
        дисками кольца колец anéis anillos""",
    PEG: """peg pole rod tower column stack post needle pin stick pillar spindle poste torre varilla columna pila estaca
        clavija barra aguja pino haste coluna pilha stab stapel turm säule pfosten piquet tige tour colonne pile poteau
        aiguille piolo asta asticella palo colonna piolino paal toren stok pin pen staaf stapel стержень стержня стержне
        колышек колышка столб столба башня башни башню штырь штыря p pos position""",
    FROM: """from off src desde del de da do dal dalla dallo von vom depuis du van с со из источник""",
    TO: """to onto into toward towards dst a al à au aux para pro hasta hacia nach zum zur auf vers sur alla allo nel
        naar на в к""",
    ON: """on upon in over sobre em na en su auf sur op""",
    BESIDE: """atop above via using through size""",
    COUNT: """step steps moves nr no num number nº index idx turn count id paso pasos passo schritt zug étape coup mossa
        passi stap zet шаг ход""",
    VERB: """move moves moved moving transfer transferred transfers put place shift take carry mueve mover mueva
        muevo mova movo move movimiento movimento bewege verschiebe verschieben lege ziehe déplacer
        déplacez déplace déplacement bouger
        bougez sposta sposto spostare muovi muovere verplaats verplaatsen beweeg переместить перемести
        переместите переложить переложи перенести перенеси двигаем""",
    FILL: """the top topmost upper of i we then now please it its which is that and an el la lo los las un una o os as
        uno der die das den dem einen oberste obere le les l une il gli il de het een bovenste верхний верхнюю самый
        superior supérieur superiore superior haut dessus sommet and y e et und en и name id value""",
}  # fmt: skip

# Where a word is two things, the first list decides.
CLASSES = {word: name for name, listed in reversed(_WORDS.items()) for word in listed.split()}

# Names of pegs that say where they are, or what for, among three pegs.
# Each line has the names of the first, the middle and the last, between slashes.
PLACES = """left / middle center centre mid / right
izquierda izquierdo izq / medio centro central media / derecha derecho der
esquerda esquerdo / meio centro central / direita direito
links linke linken linker / mitte mittlere mittleren mittlerer / rechts rechte rechten rechter
gauche / milieu centre central / droite
sinistra sinistro / centro centrale mezzo / destra destro
links / midden middelste / rechts
левый левого левом левая лево слева / средний среднего среднем средняя центр / правый правого правом правая право справа
first 1st one / second 2nd two / third 3rd three"""
ENDS = """source src start begin beginning origin initial init / spare aux auxiliary auxillary helper temp tmp \
temporary \
via buffer intermediate help mid middle / target dest destination end goal final finish dst
origen inicio / auxiliar aux / destino fin meta
origem início inicio / auxiliar aux / destino fim
quelle start anfang / hilf hilfe hilfsstab hilfsturm mitte / ziel ende
départ depart origine début / auxiliaire intermédiaire intermediaire / arrivée arrivee destination fin
partenza origine inizio / appoggio ausiliario ausiliaria intermedio / arrivo destinazione fine
bron begin start / hulp / doel eind einde
исходный исходного начальный источник / вспомогательный вспомогательного промежуточный / целевой целевого конечный"""


def _ranks(text: str) -> list[dict[str, int]]:
    lines = [line.split("/") for line in text.splitlines()]
    return [{name: rank for rank, names in enumerate(line) for name in names.split()} for line in lines]


# Each a set of names that go together, with the place of each peg among three.
SPATIAL, FUNCTIONAL = _ranks(PLACES), _ranks(ENDS)
NAMES = frozenset(name for names in (*SPATIAL, *FUNCTIONAL) for name in names) - {"via", "help", "one", "final"}


def rank_of(names: set[str]) -> tuple[dict[str, int], bool] | None:
    """Return the place of each name among three pegs, and whether it says what the peg is for; None if not known.

    >>> rank_of({"left"}), rank_of({"left", "end"})
    (({'left': 0}, False), None)
    """
    for known, functional in [(line, False) for line in SPATIAL] + [(line, True) for line in FUNCTIONAL]:
        if names <= known.keys():
            return {name: known[name] for name in names}, functional
    return None


@lru_cache(maxsize=256)
def relatives(names: frozenset[str]) -> frozenset[str]:
    """Return names with those that go together with them.

    >>> sorted(relatives(frozenset({"gauche"})))
    ['central', 'centre', 'droite', 'gauche', 'milieu']
    """
    return names.union(*(line for line in (*SPATIAL, *FUNCTIONAL) if names <= line.keys())) if names else names
