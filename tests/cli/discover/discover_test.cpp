// treering discover, and TOPOLOGY=live.
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"
#include "hw/world/recording/recording.h"
#include "tests/cli/run.h"
#include "tests/support/recorded_machines.h"
#include "tests/support/subnet_text.h"
#include "tests/support/temporary_folder.h"

namespace treering::cli {
namespace discover_test {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class DiscoverCommand : public ::testing::Test {
 protected:
  /// A folder that --replay takes.
  std::string folder(support::RecordedMachine machine, const std::string& name) {
    const std::string path = folder_.path() + "/" + name;
    const auto written = hw::world::recording::write_recording(machine.recording(), path);
    EXPECT_TRUE(written) << written.error().message();
    return path;
  }
  std::string path(const std::string& name) const { return folder_.path() + "/" + name; }

 private:
  support::TemporaryFolder folder_;
};

bool has_gpu() {
  return run("discover --quiet").exit_code == 0;
}

TEST_F(DiscoverCommand, ShowsARecordedMachineWithNotes) {
  const Outcome outcome = run("discover --replay " + folder(support::dgx_like(), "dgx"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("2 GPUs, 1 CPU, 1 PCIe switch, 2 NICs, 2 NIC ports"));
  EXPECT_THAT(outcome.out, HasSubstr("A100 SXM4"));
  EXPECT_THAT(outcome.out, HasSubstr("discovered: max_link_speed and max_link_width"));
  EXPECT_THAT(outcome.out, HasSubstr("Unknown or assumed"));
  EXPECT_THAT(outcome.out, HasSubstr("NVLinks and C2C links are unknown"));
  EXPECT_THAT(outcome.err, IsEmpty());
  const Outcome quiet = run("discover --quiet --replay " + path("dgx"));
  EXPECT_THAT(quiet.out, HasSubstr("PIX"));
  EXPECT_THAT(quiet.out, Not(HasSubstr("NVLinks")));
}

TEST_F(DiscoverCommand, JsonIsATopologyForTheOtherCommands) {
  const std::string json = path("machine.json");
  const Outcome outcome =
      run("discover --format json -o " + json + " --replay " + folder(support::dgx_like(), "dgx"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("note: GPU 0, GPU 1: NVLinks and C2C links are unknown"));
  EXPECT_EQ(run("predict " + json + " -b 1M -e 1M").exit_code, 0);
  EXPECT_EQ(run("show " + json + " --graphs").exit_code, 0);
}

TEST_F(DiscoverCommand, ShowsHowAMachineIsSet) {
  const Outcome outcome = run("discover --replay " + folder(support::set_up_dgx(), "dgx"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char* line :
       {"Settings",
        "- machine: NVIDIA DGXA100 920-23687-2530-000, Linux 5.15.0-91-generic, driver 550.54.15",
        "- network: InfiniBand, 2 RDMA ports",
        "- GPUDirect RDMA: nvidia_peermem is loaded, dma-buf is there", "- IOMMU: off",
        "- ACS: 1 of 2 PCIe bridges send transfers", "- /dev/shm: 256 GiB",
        "- locked memory: unlimited", "- NUMA balancing: on",
        "- plugins: net /home/ann/lib/libnccl-net.so (loaded by NCCL)",
        "NCCL_DEBUG=INFO (the process), NCCL_IB_HCA=mlx5 (/etc/nccl.conf:1)"}) {
    EXPECT_THAT(outcome.out, HasSubstr(line));
  }
  const Outcome unknown = run("discover --replay " + folder(support::container(), "container"));
  EXPECT_THAT(unknown.out, HasSubstr("- GPUDirect RDMA: nvidia_peermem unknown, dma-buf unknown"));
  EXPECT_THAT(unknown.out, HasSubstr("- ACS: unknown"));
}

TEST_F(DiscoverCommand, JsonSaysHowAMachineIsSet) {
  const std::string json = path("machine.json");
  run("discover --format json -o " + json + " --replay " + folder(support::set_up_dgx(), "dgx"));
  const auto loaded = hw::load_cluster(json);
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->host.driver_version->value, "550.54.15");
  EXPECT_EQ(loaded->host.ports.size(), 2U);
  EXPECT_EQ(loaded->cluster.fabric.link, core::LinkKind::InfiniBand);
}

TEST_F(DiscoverCommand, SeveralOfAMachineAreJoinedByWhatItsPortsSpeak) {
  const std::string json = path("machine.json");
  run("discover --format json -o " + json + " --replay " +
      folder(support::virtual_machine(), "vm"));
  const auto loaded = hw::load_cluster(json);
  ASSERT_TRUE(loaded) << loaded.error().message();
  EXPECT_EQ(loaded->cluster.fabric.link, core::LinkKind::Ethernet);  // sockets
  EXPECT_EQ(run("predict " + json + " --nodes 2 -b 1M -e 1M").exit_code, 0);
  const Outcome converted = run("convert " + json + " " + path("again.json"));
  EXPECT_EQ(converted.exit_code, 0) << converted.err;
  EXPECT_EQ(run("convert " + json + " " + path("again.xml")).exit_code, 0);
}

TEST_F(DiscoverCommand, AnonymousRecordingsReplayTheSame) {
  const std::string dgx = folder(support::dgx_like(), "dgx");
  const Outcome recorded =
      run("discover --anonymise --format json --replay " + dgx + " --record " + path("again"));
  EXPECT_EQ(recorded.exit_code, 0) << recorded.err;
  EXPECT_THAT(recorded.err, HasSubstr("recorded "));
  const Outcome replayed = run("discover --format json --replay " + path("again"));
  EXPECT_EQ(replayed.out, recorded.out);
  const Outcome named = run("discover --format json --replay " + dgx);
  EXPECT_NE(named.out, recorded.out);  // for the GUIDs
  std::ifstream file(path("again") + "/sys/class/infiniband/mlx5_0/node_guid");
  const std::string guid((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THAT(guid, Not(HasSubstr("b8ce")));
}

TEST_F(DiscoverCommand, WrongFoldersAndFormatsAreRefused) {
  const std::string dgx = folder(support::dgx_like(), "dgx");
  EXPECT_EQ(run("discover --replay " + dgx + " --record " + dgx).exit_code, 3);
  const Outcome csv = run("discover --format csv --replay " + dgx);
  EXPECT_EQ(csv.exit_code, 2);
  EXPECT_THAT(csv.err, HasSubstr("csv"));
}

TEST_F(DiscoverCommand, RecordingsWithoutGpuAreBadInput) {
  support::RecordedMachine machine;
  machine.numa(0, "f");
  const Outcome outcome = run("discover --replay " + folder(machine, "host"));
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("/sys/bus/pci/devices: no such file or directory"));
}

TEST_F(DiscoverCommand, WithoutAGpuTheAnswerIsClear) {
  if (has_gpu()) GTEST_SKIP() << "this machine has an NVIDIA GPU";
  for (const std::string line : {"discover", "show live", "predict live"}) {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.exit_code, 4) << line;
    EXPECT_THAT(outcome.err, HasSubstr("this machine: ")) << line;
    EXPECT_THAT(outcome.out, IsEmpty()) << line;
  }
  // What was read is kept all the same.
  const Outcome recorded = run("discover --record " + path("here"));
  EXPECT_EQ(recorded.exit_code, 4);
  EXPECT_THAT(recorded.err, HasSubstr("what was read is in " + path("here")));
  EXPECT_EQ(run("discover --replay " + path("here")).exit_code, 3);
}

TEST_F(DiscoverCommand, LiveIsThisMachine) {
  if (!has_gpu()) GTEST_SKIP() << "this machine has no NVIDIA GPU";
  EXPECT_EQ(run("show live").exit_code, 0);
}

TEST_F(DiscoverCommand, ShowsTheFabricAroundIt) {
  support::RecordedMachine machine;
  machine.text("/processes/ibnetdiscover", test::subnet_text({{4, 4}, {1, 2}, {1, 1}}));
  const std::string fabric = folder(machine, "fabric");
  const Outcome outcome =
      run("discover --fabric --replay " + fabric + " --record " + path("again"));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("fat tree of InfiniBand, 2 : 1 oversubscribed"));
  EXPECT_THAT(outcome.err, HasSubstr("recorded 1 file"));
  const Outcome json = run("discover --fabric --format json --replay " + path("again"));
  EXPECT_THAT(json.out, HasSubstr("treering.subnet/1"));
  EXPECT_EQ(run("discover --fabric --anonymise --replay " + fabric).exit_code, 2);
  const Outcome none = run("discover --fabric --replay " + folder(support::dgx_like(), "dgx"));
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("ibnetdiscover: program not found"));
}

}  // namespace discover_test
}  // namespace treering::cli
