"""What the command line refuses: the words after `visualizer`, and what the one line of the
answer says.
"""

from __future__ import annotations

TAKES = (
    "--homework, which takes -n, --set, --tasks, --with, --level, --no-score, -O, --cut, "
    "--fail, --seed, --bounds, "
    "--title"
)
PAGE = "exercise --homework -O a.html"
RACE = "compare tree -s minimax -s alpha-beta"
PLAYED = (
    "has games that are already played; match plays new ones of a GAME. To look at one, "
    "use review, open or play"
)
OTHERS = "is not an address that only this machine can reach, such as 127.0.0.1"
MATCH = "match tictactoe --a easy --b hard --games 20"
CHANCE = "practice --task -p [~[4,8],~[0,9]]"
LARGE = f"[[3,12],[{','.join(['2'] * 2_000)}]]"
TOO_LARGE = "the tree has more than 2,000 nodes, which is the limit for trees to fill in\n"
FILES = {
    "large.txt": f"[1,2]\n{LARGE}\n",
    "own.txt": "[[3,12,8],[2,4,6],[14,5,2]]\n\n A(B(3,12), C(2,4)) \nmin [1,[2]]\n",
    "bad.txt": "[[3,5],\n [1,,2]]\n",
    "bad-tasks.txt": "[1,2]\n[[1,2]\n",
    "bad-letter.txt": "[1,2]\n\n[1,x]\n",
    "raises.py": "def f(position, move): raise ValueError('no')\n",
    "blank.txt": "\n\n",
    "moves.txt": "f5d6c3d3c4f4f6",
    "position.txt": "XXOX-O---\n",
    "a.pdn": '[White "A"]\n\n1. 11-15 23-19 *\n',
    "a.ptn": "1. A1 E5\n",
    "leaf.txt": "[1,2]\n7\n",
    "deep.txt": f"[1,2]\n{'[' * 31}7{']' * 31}\n",
    "mixed.txt": "[[3,5],[2,9]]\n[~[4,8],~[0,9]]\n",
}
"""Files that are there."""
REFUSED = {
    "serach tree": "serach",
    "search": "GAME",
    "search tree --bounds 0,10": "alpha-beta has no use for --bounds 0,10",
    "search tree -a pvs,bounds=0:10": "use the algorithm star1, or --window 0,10",
    "explain tree -a minimax --bounds 0,10": "worth; use the algorithm star1\n",
    "compare tree --bounds 0,10": "minimax has no use for --bounds 0,10",
    "diff tree -s alpha-beta,bounds=0:9 -s minimax": "use the algorithm star1",
    "open tree --bounds 0,10 --plain": "alpha-beta has no use for --bounds 0,10",
    "search chequers": "'chequers'",
    "search tictacto": "tictactoe",
    "search ''": "''",
    "search ../../etc/passwd": "passwd",
    "search ./missing.py": "missing.py",
    "search lost.game": "play, review",
    "moves lost.ptn": "play, review",
    "check chequers": "'chequers'",
    "check a.run": "not a game",
    "exercise -O .svg": "does not name a folder",
    "exercise -O ./..svg": "does not name a folder",
    "export tree --steps 1-2 -O ...png": "does not name a folder",
    "search tree tak": "tak",
    "search tree --dept 3": "--dept",
    "search tree -d": "-d",
    "search tree -a alfa-beta": "alpha-beta",
    "search tree -o bset": "best",
    "compare tree -o natural,best": "-s alpha-beta,ordering=best",
    "show tree -O tree.svg": "visualizer export",
    "search tree -o scored": "'scored'",
    "search tree -e leave": "leaf",
    "search tree -p aima-9.9": "aima-9.9",
    "search tree -d 0": "'0'",
    "search tree -d -1": "'-1'",
    "search tree -d 1.5": "'1.5'",
    "search tree -d 10**9": "'10**9'",
    "search tree -d 1000000000": "1000000000",
    "search tree -d ALL": "all",
    "search tree -d ٣": "٣",
    "search tree -d ''": "''",
    "search tree --window 3,1": "3,1",
    "search tree --window 3,3": "3,3",
    "search tree --window nan,1": "'nan'",
    "search tree --window 3": "'3'",
    "search tree --window 1,2,3": "2,3",
    "search tree --window a,b": "'a'",
    "search tree --window 0,1e300": "1e300",
    "search tree --cut =>": "'=>'",
    "search tree --cut > --fail hard": "hard",
    "search tree --fail firm": "'firm'",
    "search tree --seed x": "'x'",
    "search tree --max-nodes 0": "'0'",
    "search tree --max-nodes -5": "'-5'",
    "search tree --set foo": "'foo'",
    "search tree --set foo=1": "'foo'",
    "search tree --set depth=99": "99",
    "search tree --set =3": "=3",
    "search tree -p [[3,5],[2,9]] --set depth=3": "depth",
    "search tree --size 3": "size",
    "show tak --size 5 --set size=6": "6",
    "show tak -p 'x3/x3/x3 1 1' --size 5": "5",
    "show tak --size 99": "99",
    "show tictactoe -m 'a1 a1'": "move 2",
    "show tictactoe -m j9": "j9",
    "show tictactoe -p XXXOO---- -m c3": "c3",
    "show tree -m 4": "'4'",
    "show tictactoe -p XO": "nine",
    "show tictactoe -p XOZ------": "Z",
    "show tictactoe -p ''": "",
    "show tree -p ''": "tree",
    "show tree -p [[1,2]": "bracket",
    "show tree -p []": "]",
    "show tree -p [1e400]": "1e400",
    "show tree -p [nan]": "nan",
    "show tree -p 'A(B=1, B=2)'": "'B'",
    "show tak -p 'x9/x9 1 1'": "x9",
    "show tree -p [b]": "b",
    "search [b]tree[/b]": "[b]tree[/b]",
    "search tree -o [red]x[/red]": "[red]x[/red]",
    "search tree -o ./mine.py:score": "./mine.py",
    "search tree -e ./mine.py:value": "./mine.py",
    "search tree -a ./mine.py:search": "./mine.py",
    "search missing.run": "missing.run",
    "search tree --save file.txt": "file.txt",
    "search tree --save no/such/file.run": "no/such",
    "perft tree -d x": "'x'",
    "perft tree -d -1": "'-1'",
    "perft tree": "-d",
    "perft tree -d 1000000": "1000000",
    "explain tree --step 23": "22",
    "explain tree --step -1": "-1",
    "explain tree --steps 5-3": "5-3",
    "explain tree --steps 5": "'5'",
    "explain tree --step 1 --cuts": "--cuts",
    "compare tree -s minimax -s minimax": "minimax",
    "compare tree -s minimax,deep=3": "deep=3",
    "compare tree -s minimax,depth=x": "'x'",
    "compare tree -s minmax": "minimax",
    "compare tree -s ''": "''",
    "compare tree -s minimax -a alpha-beta": "--algorithm",
    "compare tree --theme dark": "--theme dark",
    "compare tree --json --csv": "--csv",
    "serch": "there is no command 'serch' (did you mean search?); see visualizer --help",
    "list colours": "'colours'",
    "completion csh": "the shell 'csh' is not one of bash zsh fish",
    "helper cobol": "the language 'cobol' is not one of python cpp javascript",
    "search tree -p [[[7,2],3],[4,[1,6]]] -m D": "legal: A B (did you mean B D?)",
    "export tree -p [[[7,2],3],[4,[1,6]]] -O a.txt --root E": (
        "'E' is not a legal move here; legal: A B, in move 1 of"
    ),
    "export tree": "-O",
    "export tree -O t.xyz": "t.xyz",
    "export tree -O t": "'t'",
    "export tree -O no/such/t.svg": "no/such",
    "export tree -O folder.svg": "folder.svg",
    "export tree -O t.svg -O t.xyz": "t.xyz",
    "export tree -O t.svg -O folder.svg": "folder.svg",
    "export tree -O t.svg --step 23": "22",
    "export tree -O t.svg --step -1": "-1",
    "export tree -O t.svg --root '2 3'": "'c3'",
    "export tree -O t.svg --theme pink": "'pink'",
    "export tree -O t.svg --page 16x": "'16x'",
    "export tree -O t.svg --page 10x99999": "'10x99999'",
    "export tree -O t.svg --caption how": "'how'",
    "export tree -O t.svg --node-windows some": "'some'",
    "export tree -O t.svg --node-boards few": "'few'",
    "export tree -O t.svg --text-size 0": "'0'",
    "export tree -O t.svg --plies x": "'x'",
    "export tree -O t.svg --fold 0": "'0'",
    "export tree -O t.svg --engine dott": "dott",
    # Games of one's own.
    "check nothing.py": "'nothing.py'",
    "check hexx": "did you mean hex?",
    "check games.jsonl": "games.jsonl",
    "check hex --seconds 0": "'0'",
    "check hex --seed x": "'x'",
    # Comparisons.
    "diff": "no run is named: give two files, or a file and --search, or a game and --search twice",
    "diff tree": "a comparison needs two runs, not 0",
    "diff tree -s minimax": "a comparison needs two runs, not 1",
    "diff tree tictactoe": "'tree' is neither a file of events (.jsonl) nor a saved run (.run)",
    "diff tree -s minimax -s pvs --pass 2": "there is no pass 2; the last is 1",
    "diff tree -s minimax -s pvs --below z9": "--below: 'z9' is not a legal move here",
    # Pages that explore.
    "export tree --explore -O a.pdf": (
        "a page that explores is saved as .html or .htm, not as 'a.pdf'"
    ),
    "export tree --explore --step 3 -O a.html": "leave out --step",
    "export tree --explore --theme dark -O a.html": "leave out --theme",
    "export tree --explore --no-pruned -O a.html": "leave out --pruned",
    "compare tree --explore": (
        "--explore affects only pictures, but you asked for none; add -O FILE"
    ),
    "compare tree --explore --page 4:3 -O a.html": "leave out --page",
    "compare tree --explore -s minimax -O a.html": "two or three searches side by side, not 1",
    # Films.
    "export tree --steps some -O a.pdf": (
        "the steps 'some' are not A-B, all, cuts, cuts:new, changes or every:N"
    ),
    "export tree --steps 3-99 -O a.pdf": "there is no step 99; the last is 22",
    "export tree --steps all -O a.json": (
        "'a.json' cannot be a film: json holds only one step; films can be: gif html"
    ),
    "export tree --steps all --step 3 -O a.pdf": (
        "--step, --steps and --exercise exclude each other"
    ),
    "export tree --steps all --max-frames 0 -O a.pdf": "the most frames '0' is not a whole number",
    "export tree --steps all --engine dot -O a.svg": "the engine dot can lay out only one step",
    "export tree --format doc -O a.pdf": "there is no format called 'doc'; the formats are:",
    "export tree --exercise -O a.json": "'a.json' cannot be an exercise",
    "export tree --steps cuts -a minimax -O a.pdf": "the search has none of these steps",
    "export tree -a mcts --exercise -O b.svg": "cannot be worked out by hand",
    "export tree -O b.txt --no-subtitle --subtitle A": "exclude each other; give one",
    "export tree --steps cuts -O a.md": "may be marp or slidev: give --format, or let it end in",
    # Exercises.
    "exercise -n 0 -O a.pdf": "the number of exercises '0' is not a whole number from 1 to 500",
    "exercise --set seed=3 -O a.pdf": "set the seed for exercises with --seed N",
    "exercise --set branching -O a.pdf": "'branching' is not KEY=VALUE",
    "exercise --set branching=3-2 -O a.pdf": (
        "branching: '3-2' is empty; put the smaller number first, as in 2-3"
    ),
    "exercise -a minimax --deep -n 1 -O a.pdf": "only 0 of the 1 exercises were found",
    "exercise --set depth=6 -O a.pdf": "a tree is too large to be filled in",
    "exercise --page fit -O a.pdf": "all exercises share one page size",
    # Searches side by side, and the overview.
    f"{RACE} -O race.dot": "'race.dot' cannot show searches side by side, as dot holds one tree",
    f"{RACE} -s pvs -s mtdf -O a.svg": "two or three searches side by side, not 4",
    f"{RACE} --page fit -O a.svg": "for searches side by side the page cannot be 'fit'",
    f"{RACE} --film": "--race affects only pictures, but you asked for none; add -O FILE",
    f"{RACE} --theme dark": "--theme dark affects only pictures, but you asked for none",
    f"{RACE} --theme pink -O a.svg": "the theme 'pink' is not one of light dark mono contrast",
    "export tree --view map -O a.svg": "the view 'map' is not one of tree overview",
    "export tree --view overview --page fit -O a.svg": "so the page cannot be 'fit'",
    "export tree --view overview -O a.dot": "'a.dot' cannot show the overview, as dot holds",
    "export tree --view overview --exercise -O a.pdf": "an exercise is a tree; leave --view",
    "export tree --view overview --engine dot -O a.svg": "the engine dot lays out a tree",
    # Standard output.
    "export tree -O -": "--format",
    "export tree -O - --format png": "",
    "export tree -O - --format pdf": "",
    "export tree -O - --format html": "",
    "export tree -O - --format svg --steps cuts": "",
    "export tree -O - --format svg --exercise": "",
    "export tree -O - --explore": "",
    # Games in files.
    "play example.game -p ---------": (
        "is a game, which brings its own positions; leave out --position"
    ),
    "play example.game --load x.txt": "is a game already; leave out --load",
    "play tictactoe --save x.txt": "the file 'x.txt' of a saved game must end in .game",
    "play nowhere.game": "the game 'nowhere.game' cannot be read: No such file or directory",
    "play tictactoe --game 2": "--game 2 works only for a file with several games, FILE.games",
    "open tictactoe --plain --game 2": (
        "--game 2 works only for a file with several games, FILE.games"
    ),
    "export tree -O x.svg --game 2": (
        "--game 2 works only for a file with several games, FILE.games"
    ),
    "play example.game --game 0": "the game '0' is not a whole number from 1",
    "export example.game -O x.json": (
        "'x.json' cannot be a film: json holds only one step; films can be: gif html"
    ),
    "export example.game -O x.pdn": "the file name 'x.pdn' does not end in a known format",
    "export example.game -O x.txt --steps cuts": "is a game, not a search; leave out --steps",
    "open example.game --move 99 --plain": "there is no move 99; the last is 22",
    "open tictactoe --move 1 --plain": "--move works only for a game in a file, FILE.game",
    "open tictactoe --game 1 --plain": "--game 1 works only for a file with several games",
    "open example.game --game 3 --plain": "there is no game 3",
    "convert none.ptn -O x.game": "cannot be read: No such file",
    "convert example.game --game 2 -O x.game": "there is no game 2",
    "convert example.game -O x.pdf": "the endings are: .ptn .txt .game",
    "convert example.game --game nosuch -O x.txt": "there is no game called 'nosuch'",
    "convert example.game --game 1 --game 2 -O x.txt": "is one too many",
    "convert example.game --size 5 -O x.txt": "brings its own positions; leave out --size",
    "review moves.txt": "name it with --game NAME",
    "open moves.txt --plain": "name it with --game NAME",
    "show moves.txt": "name it with --game NAME",
    "convert moves.txt -O x.game": "name it with --game NAME",
    "review position.txt --game tictactoe": "holds a position of tictactoe, not a game",
    "review a.pdn": "White has no piece on 11; legal: 21-18 21-17 ..., in move 1\n",
    "review a.ptn": "square A1 is not on a 5×5 board (a1 to e5), in move 1",
    "review tictactoe": "the game 'tictactoe' cannot be read: No such file",
    "review example.game -O x.pdf": (
        "the file name 'x.pdf' has no ending for a review: .html .htm .md"
    ),
    "review example.game -a minmax": "minmax",
    "review example.game -e weights": "tak has no evaluation 'weights'",
    "review example.game --move 3": "--move works only with --try MOVE",
    "review example.game --move 23 --try a5": "there is no move 23; the last is 22",
    "review example.game --move 21 --try a1": "'a1' is not a legal move here",
    "review example.game --try a5 --json": "--try answers only in words; leave out --json and -O",
    # Homework.
    f"{PAGE} --tasks no.txt": "the file of tasks 'no.txt' cannot be read",
    f"{PAGE} --tasks own.txt -n 4": "'own.txt' has 3 of the 4 trees; it has 4 lines",
    f"{PAGE} --tasks own.txt --seed 9": "'own.txt' has no tree from line 9 on; it has 4 lines",
    f"{PAGE} --tasks own.txt --set depth=3": "leave out --set",
    "exercise -O a.pdf --tasks own.txt --deep": "leave out --deep",
    f"{PAGE} --deep": f"--deep does not work with {TAKES}",
    f"{PAGE} --algorithm minimax": f"--algorithm does not work with {TAKES}",
    f"{PAGE} --no-legend": f"--legend does not work with {TAKES}",
    f"{PAGE} --level hard": "the level 'hard' is not one of all values cuts windows looks",
    f"{PAGE} --cut > --fail hard": "the cut > with fail hard never cuts",
    f"{PAGE} --cut =>": "'=>'",
    f"{PAGE} -n 0": "the number of exercises '0' is not a whole number from 1 to 500",
    f"{PAGE} -n ''": "-n is empty",
    f"{PAGE} --seed -1": "the seed '-1' is not a whole number from 0 to 1,000,000,000,000",
    f"{PAGE} --tasks own.txt --seed 0": "the seed '0' is not a whole number from 1 to",
    f"{PAGE} --set seed=1": "set the seed for exercises with --seed N",
    f"{PAGE} --set depth=8": (
        "the tree has more than 2,000 nodes, which is the limit for trees to fill in"
    ),
    f"{PAGE} --set depth=6 -n 20": "the trees have more than 2,000 nodes, the limit for one page",
    f"{PAGE} -O b.pdf": (
        "the file name 'b.pdf' does not end in a format for homework: .html .htm .zip"
    ),
    "exercise -O a.pdf --level cuts": "--level works only with --homework",
    "exercise -O a.pdf --with cut": (
        "--with works only with --homework; on worksheets, --deep asks for deep cuts"
    ),
    f"{PAGE} --with many-cuts": "the feature 'many-cuts' is not one of cut no-cut",
    f"{PAGE} --with deep-cut": "3 plies are too few for a deep cut; it takes 4",
    f"{PAGE} --with cut --tasks own.txt": "leave out --with",
    "exercise --homework -O week3.zip -n 40": (
        "the 2,090 fields of 40 trees do not fit into the 4,096 signs"
    ),
    f"{PAGE} --no-score": "--no-score works only for a package, whose name ends in",
    "exercise -O a.pdf --no-score": "--no-score works only with --homework",
    f"{PAGE} --tasks bad-tasks.txt": (
        "line 2 of 'bad-tasks.txt': the tree ends too soon: 1 bracket is not closed"
    ),
    f"{PAGE} --tasks bad-letter.txt": (
        "line 3 of 'bad-letter.txt': ']' at character 5, where ( or = after"
    ),
    f"{PAGE} --tasks blank.txt": "'blank.txt' has no tree; it has 2 lines",
    "exercise -O a.pdf --tasks bad-tasks.txt": "line 2 of 'bad-tasks.txt': the tree ends too soon",
    "exercise -O a.pdf --tasks bad-letter.txt": "line 3 of 'bad-letter.txt': ']' at character 5",
    "exercise -O a.pdf --tasks blank.txt": "'blank.txt' has no tree; it has 2 lines",
    f"{PAGE} --tasks leaf.txt": "line 2 of 'leaf.txt': the tree is just a leaf",
    f"{PAGE} --tasks deep.txt": (
        "line 2 of 'deep.txt': the tree has 31 plies; a page shows at most 30"
    ),
    f"{PAGE} --tasks mixed.txt": "line 2 of 'mixed.txt': on a tree with chance the level 'all' is",
    f"{PAGE} --level steps --cut > --fail hard": "never cuts",
    # Practice.
    f"{CHANCE} --level cuts": "on a tree with chance the level 'cuts' is about Star1",
    f"{CHANCE} --level all": "give --bounds L,U, or take the level 'values'",
    f"{CHANCE} --level looks --bounds 0,10": "PVS, which cannot search a tree with chance",
    f"{CHANCE} --bounds 0,5": "the leaf 1 2 is worth 8, which is outside the bounds, 0 to 5",
    f"{CHANCE} --bounds 5": "the bounds '5' are not two numbers L,U or L:U",
    f"{CHANCE} --bounds 0,10 --fail hard": "'hard' is not a way to fail for star1",
    "practice --task --answers some.json": "--task and --answers exclude each other",
    "practice --with many-cuts": "the feature 'many-cuts' is not one of cut no-cut",
    "practice --with deep-cut": "3 plies are too few for a deep cut; it takes 4",
    "practice --with cut -p [[3,5],[2,9]]": "leave out --with",
    "practice --cut > --fail hard --seed 1": "never cuts",
    "practice --task --level hard": "the level 'hard' is not one of all values cuts windows looks",
    "practice --task -p [[3,5],[2,9]] --seed 3": "leave out --seed",
    "practice --task -p [[1,2]": "[[1,2]",
    "practice --task --tasks no.txt": "no.txt",
    "practice --tasks no.txt --set depth=3": "leave out --set",
    "practice --task --seed -1": "the seed '-1' is not a whole number from 0 to 1,000,000,000,000",
    "practice --task --seed 1000000000001": "is not a whole number from 0 to 1,000,000,000,000",
    "practice --task --seed ''": "--seed is empty",
    "practice --task --tasks ''": "--tasks is empty",
    "practice --task --set seed=4": "set the seed for random trees with --seed N",
    "practice --with irregular": (
        "all leaves of a uniform tree are at the same ply; add --set shape=irregular"
    ),
    "practice --plain -p 5": "the tree is just a leaf, so there is nothing to fill in",
    "practice --task --tasks own.txt --seed 2": "has no tree on line 2; the next one is on line 3",
    "practice --tasks bad-tasks.txt --plain": (
        "line 2 of 'bad-tasks.txt': the tree ends too soon: 1 bracket is"
    ),
    "practice --tasks bad-tasks.txt --task --seed 1": (
        "line 2 of 'bad-tasks.txt': the tree ends too soon"
    ),
    "practice --tasks leaf.txt --plain": "line 2 of 'leaf.txt': the tree is just a leaf",
    "practice --level steps --plain -p 7": "just a leaf",
    "practice --tasks large.txt --plain": f"line 2 of 'large.txt': {TOO_LARGE}",
    f"{PAGE} --tasks large.txt": f"line 2 of 'large.txt': {TOO_LARGE}",
    f"practice --plain -p {LARGE}": TOO_LARGE,
    "practice --task --level steps -p 7": "just a leaf",
    "practice --task --level steps -p [[3,5],[2,9]] --cut > --fail hard": "never cuts",
    "practice --task --level steps -p [[99,5],[2,9]] --bounds 0,10": "outside the bounds, 0 to 10",
    "practice --task --level steps -p [~[4,8],~[0,9]] --bounds 0,3": "outside the bounds, 0 to 3",
    # Matches.
    f"{MATCH} --games 7": "7 games are an odd number",
    f"{MATCH} --games 0": "the number of games '0' is not a whole number from 2",
    f"{MATCH} --games many": "'many'",
    f"{MATCH} --seed x": "'x'",
    f"{MATCH} --opening-plies -1": (
        "the number of opening plies '-1' is not a whole number from 0 to 400"
    ),
    f"{MATCH} --games 1000 --opening-plies 2": "tictactoe has only 72; play at most 144 games",
    f"{MATCH} --processes 0": "the number of processes '0'",
    f"{MATCH} -O some.csv": "the games are written as .games, not as 'some.csv'",
    f"{MATCH} -O nowhere/some.games": "nowhere",
    f"{MATCH} --resume": "--resume needs a file, -O FILE.games",
    f"{MATCH} --force": "--force needs a file, -O FILE.games",
    f"{MATCH} -O some.games --resume --force": "exclude each other; give one",
    f"{MATCH} --a esay": (
        "no search or opponent is called 'esay' (did you mean easy?); opponents: easy"
    ),
    f"{MATCH} --b alpha-beta,dept=3": "'dept=3'",
    f"{MATCH} --a alpha-beta,ordering=flats": "'flats'",
    f"{MATCH} -p XX": "'XX'",
    f"{MATCH} -p XXXOO---- --opening-plies 0": "tictactoe has none",
    "match tictactoe --a easy": "--b",
    "match some.games": f"'some.games' {PLAYED}",
    "match lost.game": f"'lost.game' {PLAYED}",
    "match lost.ptn": f"'lost.ptn' {PLAYED}",
    "match lost.ptn --a easy --b hard": PLAYED,
    # The explorer.
    "open tree --theme pink": "the theme 'pink' is not one of light dark mono contrast",
    "open tree --view map": "the view 'map' is not one of tree columns overview",
    "open tree --step x": "the step 'x' is not a whole number from 0 to",
    "open tree --step 99": "there is no step 99; the last is 22",
    # Files that are followed.
    "export tree -p [3,4] --reload -O t.svg": "--reload works only with -p @FILE",
    "export tree -p - --reload -O t.svg": "--reload works only with -p @FILE",
    "export tree -p - --reload --explore -O t.html": "--reload works only with -p @FILE",
    "export tree --reload -O t.svg": "--reload works only with -p @FILE",
    "export tree -p @none.txt --reload -O t.svg": (
        "the file 'none.txt' of -p cannot be read: No such file"
    ),
    "export tree -p @. --reload -O t.svg": "the file '.' of -p cannot be read: ",
    "open tree -p cs188-quiz-2 --reload": "--reload works only with -p @FILE",
    "open - --reload": "--reload works only with -p @FILE",
    "export tree -p @bad.txt --reload -O t.svg": (
        "',' at line 2, column 5, where a number or a branch is expected"
    ),
    "search tree -p @bad.txt": (
        "',' at line 2, column 5, where a number or a branch is expected, in the file 'b"
    ),
    "open tree -p @t.txt --reload --plain": "line mode does not follow a file; leave out --reload",
    # Pages that are served.
    "serve search tree": "'search' has no screen to serve",
    "serve open tree --plain": "--plain has no screen",
    "serve --port 70000": "'70000' is not a whole number from 0 to 65,535",
    "serve --host 0.0.0.0": f"the host '0.0.0.0' {OTHERS}",
    "serve --host ::": OTHERS,
    "serve --host 192.168.1.5": OTHERS,
    "serve --host 10.0.0.1": OTHERS,
    "serve --host example.com": OTHERS,
    "serve --host ''": OTHERS,
    "serve --host 127.1": OTHERS,
    "serve --host ::ffff:127.0.0.1": OTHERS,
    "serve --host fe80::1%lo": OTHERS,
    "explain tree -a minimax --cut > --step 999": "there is no step 999",
    "explain tictactoe --max-nodes 50 --step 999": "there is no step 999",
    "export tictactoe --max-nodes 50 -O t.svg --step 999": "there is no step 999",
    "search tree -a minimax --cut > -o raises.py:f": "no",
    # Words that nobody types.
    f"search tree -d {'9' * 5000}": "999",
    "show tree -p '\x1b[31m[1]'": "not part of a tree",
    "show tree -p \udcff\udcfe": "not part of a tree",
    f"search tree -p {'[' * 100_000}": "deep",
    f"show tree -p {'[' * 5_000}1{']' * 5_000}": "deep",
    "search 'tr\x07ee\x1b[1m'": "there is no game",
    "search \udcff\udcfe": "there is no game",
    "search 'a\nb\r\nc'": "there is no game",
    "'a\nb'": "there is no command 'a\\nb'",
}
"""By the words, in which a shell's quotation marks hold together what has a space."""
