"""A corpus on a Dask cluster of three workers, one of them killed: the same curves as here."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# In a process of its own: a cluster leaves threads behind, and needs the loopback device, which
# tests do without.
_CLUSTER = """
import fcntl, json, os, signal, socket, struct, sys

def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        name = b"lo".ljust(16, bytes(1))
        flags = struct.unpack("16xh", fcntl.ioctl(any_socket, 0x8913, name + bytes(2)))[0]
        if not flags & 1:
            fcntl.ioctl(any_socket, 0x8914, name + struct.pack("h", flags | 1))

def main():
    try:
        raise_loopback()
    except OSError:
        sys.exit(77)
    import distributed
    from inspector.analysis.corpus.running import ClusterError, on_cluster
    from inspector.analysis.corpus.running import run_workload
    from inspector.analysis.corpus.study import study_of
    from inspector.analysis.watched_counter import StoppedError
    from inspector.stages.corpus.results import corpus_result
    from tests.shared.corpus_input import made_corpus, made_workload

    load = made_workload(made_corpus(14))
    here = run_workload(load)
    with distributed.LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        executor = on_cluster(cluster.scheduler_address)
        first = next(iter(cluster.workers.values())).process.pid
        killed = []
        def kill(place, curves):
            if not killed:
                os.kill(first, signal.SIGKILL)
                killed.append(place)
        there = run_workload(load, executor, keep=kill)
        assert killed
        assert list(here) == list(there)
        for place in here:
            assert all(a.same_as(b) for a, b in zip(here[place], there[place], strict=True))
        written = [
            json.dumps(corpus_result(study_of(load, found, ("made",)))) for found in (here, there)
        ]
        assert written[0] == written[1]
        asked = []
        def watch(done, total):
            asked.append(done)
            return done < 3
        try:
            run_workload(load, executor, watch=watch)
        except StoppedError:
            assert [done < 3 for done in asked].index(False) == len(asked) - 1
        else:
            raise AssertionError("it was not stopped")
    try:
        run_workload(load, on_cluster("nonsense://nowhere"))
    except ClusterError as error:
        assert "nowhere" in str(error)
    print("identical")

if __name__ == "__main__":
    main()
"""


@pytest.mark.trial
def test_a_cluster_that_loses_one_of_three_workers_writes_what_one_process_writes(tmp_path):
    pytest.importorskip("distributed", reason="the extra for clusters is not installed")
    script = tmp_path / "on_cluster.py"
    script.write_text(_CLUSTER)
    run = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    if run.returncode == 77:
        pytest.skip("the loopback device cannot be raised here")
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "identical"
