"""The package holds what it should, and the documents say what the code does."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import hanoi_fast

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "hanoi_fast"
KERNELS = sorted((SOURCE / "kernels").glob("*.pyx"))
DATA = {"py.typed", "pictures/play.html"}
CODE = {".py", ".pyi", ".pyx", ".pxd", ".h"}
TEST_COMMAND = "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/python -m pytest"


def names_in(folder, suffixes):
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.suffix in suffixes}


def sources():
    """Return every file of code there is to read."""
    folders = [
        *SOURCE.rglob("*.*"),
        *(path for name in (".", "tests", "bench", "docs") for path in (ROOT / name).glob("*.*")),
    ]
    return {path for path in folders if path.suffix in CODE}


# What is built


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the sdist and from it the wheel, as a release does, from a copy with nothing compiled in it."""
    for module in ("build", "Cython", "setuptools"):
        pytest.importorskip(module, reason=f"building without isolation needs {module}")
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no C compiler: {compiler}")
    copy, dist = tmp_path_factory.mktemp("copy") / "hanoi_fast", tmp_path_factory.mktemp("dist")
    # The C that Cython has made stays: the sdist must hold none of it, and need not wait for it again.
    compiled = ("lib.*", "temp.*", "bdist.*", "dist", "*.egg-info", "*.so", "__pycache__")
    kept = (".git", ".venv*", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*compiled, *kept))
    # Only the contents are looked at, so the compiler need not try hard.
    settings = tmp_path_factory.mktemp("settings") / "parallel.cfg"
    settings.write_text("[build_ext]\nparallel = 2\n")
    environment = {**os.environ, "CFLAGS": "-O0 -g0", "HANOI_FAST_CHECKED": "0", "DIST_EXTRA_CONFIG": str(settings)}
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(dist), str(copy)]
    done = subprocess.run(command, env=environment, cwd=dist, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return dist


@pytest.fixture(scope="module")
def wheel(built):
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def sdist(built):
    """Return the names in the sdist, without the folder that holds them all."""
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        return {name.partition("/")[2] for name in archive.getnames() if "/" in name}


def test_the_wheel_holds_the_kernels_the_stubs_the_python_files_and_named_data_only(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    modules = ["runtime", *(path.stem for path in KERNELS)]
    kernels = {f"kernels/{name}{sysconfig.get_config_var('EXT_SUFFIX')}" for name in modules}
    expected = kernels | DATA | names_in(SOURCE, {".py", ".pyi", ".pxd"})
    assert names == {f"hanoi_fast/{name}" for name in expected}


def test_the_wheel_works_and_says_the_one_version(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    kernels = sorted(path.stem for path in KERNELS)
    program = f"""
from importlib import import_module
from importlib.metadata import version
import hanoi_fast
for kernel in {kernels}:
    import_module("hanoi_fast.kernels." + kernel)
print(hanoi_fast.__file__, hanoi_fast.__version__, version("hanoi_fast"))
"""
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    file = tmp_path / "hanoi_fast" / "__init__.py"
    assert done.stdout.split() == [str(file), hanoi_fast.__version__, hanoi_fast.__version__]


def test_the_sdist_holds_every_source_and_nothing_generated(sdist):
    ours = {name.removeprefix("src/hanoi_fast/") for name in sdist if name.startswith("src/hanoi_fast/")}
    assert {name for name in ours if Path(name).suffix} == names_in(SOURCE, CODE) | DATA
    for folder in ("tests", "bench"):
        assert {f"{folder}/{path.name}" for path in (ROOT / folder).glob("*.py")} <= sdist
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE", "ARCHITECTURE.md", "CHANGELOG.md", ".ci/run"} <= sdist
    assert not {name for name in sdist if Path(name).suffix in {".c", ".cpp", ".o", ".so", ".pyc"}}


# What is written down


def test_the_version_stands_in_one_place():
    assert re.fullmatch(r"\d+\.\d+\.\d+", hanoi_fast.__version__)
    places = [path.name for path in [*sources(), ROOT / "pyproject.toml"] if hanoi_fast.__version__ in path.read_text()]
    assert places == ["_version.py"]
    assert f"\n## {hanoi_fast.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_the_readme_and_ci_run_the_same_test_command():
    assert TEST_COMMAND in (ROOT / "README.md").read_text()
    assert TEST_COMMAND in (ROOT / ".ci" / "run").read_text()


@pytest.mark.parametrize("path", sorted(sources()), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_stays_short_enough_to_read(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    assert lines <= (35 if path.name == "setup.py" else 300)


@pytest.mark.parametrize("kernel", sorted(path.stem for path in KERNELS))
def test_a_kernel_has_a_stub_and_a_test_file_of_its_name_or_one_that_imports_it(kernel):
    assert (SOURCE / "kernels" / f"{kernel}.pyi").exists()
    pattern = rf"^(from|import) hanoi_fast\.kernels\.{kernel}\b|^from hanoi_fast\.kernels import .*\b{kernel}\b"
    imports = re.compile(pattern, re.MULTILINE)
    tests = {path.name for path in (ROOT / "tests").glob("test_*.py") if imports.search(path.read_text())}
    assert tests or (ROOT / "tests" / f"test_{kernel}.py").exists()
