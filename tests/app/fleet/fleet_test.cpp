// Hosts of a cluster with one planted fault each: each is named with its host, and nothing else.
#include "app/fleet/fleet.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "tests/support/discovered.h"
#include "tests/support/planted_faults.h"
#include "tests/support/recorded_fleet.h"
#include "tests/support/temporary_folder.h"

namespace treering::app::fleet {
namespace fleet_test {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class Fleet : public ::testing::Test {
 protected:
  static constexpr int kHosts = 16;

  void record(int number, const support::RecordedMachine& machine) {
    support::write_host(machine, folder(), support::host_name_of(number));
  }
  /// What discover finds in the recording, which takes one file in place of some thousand.
  void write(int number, const support::RecordedMachine& machine) {
    const auto found = support::discovered(machine);
    write_text(support::host_name_of(number) + ".json",
               core::topology_to_json(found.topology, found.host));
  }
  void write_sound(int from, int to) {
    for (int i = from; i < to; ++i) write(i, support::cluster_host(i));
  }
  void write_text(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder() + "/" + name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  const std::string& folder() const { return folder_.path(); }

  FleetReport report() const {
    auto found = answer(FleetRequest{.folder = folder()});
    EXPECT_TRUE(found) << found.error().message();
    return found ? *std::move(found) : FleetReport();
  }

 private:
  support::TemporaryFolder folder_;
};

/// "node03 port_state mlx5_5 port 1", for messages of tests.
std::vector<std::string> lines_of(const FleetReport& report) {
  std::vector<std::string> lines;
  for (const FleetFinding& finding : report.findings) {
    std::string line;
    for (const std::size_t host : finding.deviation.hosts) line += report.hosts[host] + " ";
    line += finding.deviation.topic;
    for (const std::string& device : finding.devices) line += " " + device;
    lines.push_back(line + ": " + finding.deviation.value + " / " + finding.deviation.usual);
  }
  return lines;
}

bool names(const FleetFinding& finding, const support::PlantedFault& fault) {
  const auto& topics = fault.topics;
  if (std::ranges::find(topics, finding.deviation.topic) == topics.end()) return false;
  if (fault.device.empty()) return finding.devices.empty();
  return finding.devices.size() == 1 && finding.devices[0].find(fault.device) != std::string::npos;
}

/// Whether each host that has a fault is named with it, and no host with anything else.
void expect_named(const FleetReport& report,
                  const std::vector<std::pair<std::string, support::PlantedFault>>& planted) {
  EXPECT_THAT(report.findings, SizeIs(planted.size()))
      << ::testing::PrintToString(lines_of(report));
  EXPECT_THAT(report.splits, IsEmpty());
  EXPECT_THAT(report.left_out, IsEmpty());
  for (const auto& [host, fault] : planted) {
    const auto found = std::ranges::find_if(report.findings, [&](const FleetFinding& finding) {
      return names(finding, fault) && finding.deviation.hosts.size() == 1 &&
             report.hosts[finding.deviation.hosts.front()] == host;
    });
    EXPECT_NE(found, report.findings.end())
        << host << ": " << fault.name << " " << ::testing::PrintToString(lines_of(report));
  }
}

TEST_F(Fleet, SoundHostsAreAlike) {
  write_sound(0, kHosts);
  const FleetReport found = report();
  EXPECT_THAT(found.hosts, SizeIs(kHosts));
  EXPECT_EQ(found.hosts[2], "node02");
  ASSERT_THAT(found.kinds, SizeIs(1));
  EXPECT_THAT(lines_of(found), IsEmpty());
  EXPECT_FALSE(is_uneven(found));
}

TEST_F(Fleet, EachOfSomeFaultsIsNamedWithItsHost) {
  // Every second fault on every second host: eight of sixteen are sound.
  const auto faults = support::planted_faults();
  std::vector<std::pair<std::string, support::PlantedFault>> planted;
  for (int i = 0; i < kHosts; ++i) {
    auto machine = support::cluster_host(i);
    if (i % 2 == 1) {
      const auto& fault = faults.at(static_cast<std::size_t>(i));
      fault.plant(machine);
      planted.emplace_back(support::host_name_of(i), fault);
    }
    write(i, machine);
  }
  expect_named(report(), planted);
}

TEST_F(Fleet, EachIsNamedWhereNoHostIsSound) {
  const auto faults = support::planted_faults();
  ASSERT_THAT(faults, SizeIs(kHosts));
  std::vector<std::pair<std::string, support::PlantedFault>> planted;
  for (int i = 0; i < kHosts; ++i) {
    auto machine = support::cluster_host(i);
    const auto& fault = faults.at(static_cast<std::size_t>(i));
    fault.plant(machine);
    planted.emplace_back(support::host_name_of(i), fault);
    record(i, machine);
  }
  const FleetReport found = report();
  expect_named(found, planted);
  EXPECT_THAT(found.kinds, SizeIs(1));
}

const FleetFinding& finding_of(const FleetReport& report, const std::string& topic) {
  const auto found = std::ranges::find_if(report.findings, [&](const FleetFinding& finding) {
    return finding.deviation.topic == topic;
  });
  EXPECT_NE(found, report.findings.end()) << topic;
  static const FleetFinding kNone;
  return found == report.findings.end() ? kNone : *found;
}

TEST_F(Fleet, FaultsCostWhatTheModelsSay) {
  const auto faults = support::planted_faults();
  write_sound(faults.size() > 8 ? 9 : 0, kHosts);
  for (int i = 0; i < 9; ++i) {
    auto machine = support::cluster_host(i);
    if (i == 0 || i == 1 || i == 2 || i == 5) {
      faults.at(static_cast<std::size_t>(i)).plant(machine);
    }
    write(i, machine);
  }
  const FleetReport found = report();
  // A port of eight that is down, or at half its rate, slows calls between hosts, and by no more
  // than a job with one port would.
  EXPECT_GT(finding_of(found, "port_state").cost.factor(), 1.03);
  EXPECT_LT(finding_of(found, "port_state").cost.factor(), 8);
  EXPECT_GT(finding_of(found, "port_rate").cost.factor(), 1.03);
  EXPECT_LT(finding_of(found, "port_rate").cost.factor(), 2.1);
  // No model knows what a driver costs, nor a job on seven GPUs beside one on eight.
  EXPECT_THAT(finding_of(found, "driver").cost.losses, IsEmpty());
  EXPECT_THAT(finding_of(found, "gpu_missing").cost.losses, IsEmpty());
  // The worst first.
  for (std::size_t i = 1; i < found.findings.size(); ++i) {
    EXPECT_GE(found.findings[i - 1].cost.factor(), found.findings[i].cost.factor());
  }
}

TEST_F(Fleet, MachinesThatDifferOnPurposeAreKinds) {
  write_sound(0, 5);
  for (int i = 5; i < 9; ++i) {
    auto machine = support::dgx_a100();
    machine.text("/proc/sys/kernel/osrelease", "6.8.0-45-generic\n");
    write(i, machine);
  }
  const FleetReport found = report();
  ASSERT_THAT(found.kinds, SizeIs(2));
  EXPECT_THAT(found.kinds[0].hosts, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(found.kinds[1].hosts, ElementsAre(5, 6, 7, 8));
  EXPECT_THAT(lines_of(found), IsEmpty());
  EXPECT_FALSE(is_uneven(found));
}

TEST_F(Fleet, OfTwoHostsNobodyKnowsWhoIsWrong) {
  write(0, support::cluster_host(0));
  auto other = support::cluster_host(1);
  support::planted_faults().at(2).plant(other);  // the driver
  write(1, other);
  const FleetReport found = report();
  EXPECT_THAT(lines_of(found), IsEmpty());
  ASSERT_THAT(found.splits, SizeIs(1));
  EXPECT_EQ(found.splits[0].split.topic, "driver");
  EXPECT_THAT(found.splits[0].split.values, SizeIs(2));
  EXPECT_TRUE(is_uneven(found));
}

/// The text of ibnetdiscover for hosts with two adapters, below two leaves by rail.
std::string fabric_text(int hosts, const std::set<std::string>& slow,
                        const std::set<std::string>& missing) {
  std::string text;
  const char* const adapters[] = {"mlx5_5", "mlx5_9"};
  for (int rail = 0; rail < 2; ++rail) {
    text += "\nSwitch\t64 \"S-000000000000000" + std::to_string(rail + 1) + "\"\t\t# \"leaf" +
            std::to_string(rail + 1) + "\" enhanced port 0 lid 1 lmc 0\n";
    for (int host = 0; host < hosts; ++host) {
      const std::string name = support::host_name_of(host) + " " + adapters[rail];
      if (missing.contains(name)) continue;
      const std::string id = std::to_string(rail) + (host < 10 ? "0" : "") + std::to_string(host);
      text += "[" + std::to_string(host + 1) + "]\t\"H-0000000000000" + id + "\"[1](1) \t\t# \"" +
              name + "\" lid 2 " + (slow.contains(name) ? "4xHDR" : "4xNDR") + "\n";
    }
  }
  for (int rail = 0; rail < 2; ++rail) {
    for (int host = 0; host < hosts; ++host) {
      const std::string name = support::host_name_of(host) + " " + adapters[rail];
      if (missing.contains(name)) continue;
      const std::string id = std::to_string(rail) + (host < 10 ? "0" : "") + std::to_string(host);
      text += "\nCa\t1 \"H-0000000000000" + id + "\"\t\t# \"" + name +
              "\"\n[1](1) \t\"S-000000000000000" + std::to_string(rail + 1) + "\"[" +
              std::to_string(host + 1) + "]\t\t# lid 2 lmc 0 \"leaf" + std::to_string(rail + 1) +
              "\" lid 1 " + (slow.contains(name) ? "4xHDR" : "4xNDR") + "\n";
    }
  }
  return text;
}

TEST_F(Fleet, AFabricNamesTheCableAndTheSwitchThatHostsShare) {
  const auto faults = support::planted_faults();
  write_sound(2, 6);
  for (int i = 0; i < 2; ++i) {
    auto machine = support::cluster_host(i);
    faults.at(1).plant(machine);  // mlx5_9 at half its rate
    write(i, machine);
  }
  write_text("fabric.txt", fabric_text(6, {"node00 mlx5_9", "node01 mlx5_9"}, {}));
  const FleetReport found = report();
  EXPECT_EQ(found.fabric_file, "fabric.txt");
  EXPECT_EQ(found.hosts_in_fabric, 6U);
  // The host and the fabric say the same: one finding.
  ASSERT_THAT(found.findings, SizeIs(1)) << ::testing::PrintToString(lines_of(found));
  const FleetFinding& finding = found.findings.front();
  EXPECT_THAT(finding.deviation.hosts, ElementsAre(0, 1));
  ASSERT_THAT(finding.cables, SizeIs(2));
  EXPECT_EQ(finding.cables[1].host, 1U);
  EXPECT_EQ(finding.cables[1].end.switch_name, "leaf2");
  EXPECT_EQ(finding.cables[1].end.port, 2);
  ASSERT_THAT(found.shared, SizeIs(1));
  EXPECT_EQ(found.shared[0].name, "leaf2");
  EXPECT_THAT(found.shared[0].hosts, ElementsAre(0, 1));
  EXPECT_EQ(found.shared[0].of, 6U);
}

TEST_F(Fleet, AFabricShowsCablesThatHostsDoNotReport) {
  write_sound(0, 4);
  write_text("fabric.txt", fabric_text(4, {"node02 mlx5_5"}, {"node03 mlx5_9"}));
  const FleetReport found = report();
  EXPECT_THAT(lines_of(found),
              ::testing::UnorderedElementsAre(HasSubstr("node02 cable_rate mlx5_5"),
                                              HasSubstr("node03 cable_missing mlx5_9")));
  const FleetFinding& missing = finding_of(found, "cable_missing");
  // Rail by rail, so the leaf of the others' mlx5_9.
  ASSERT_THAT(missing.cables, SizeIs(1));
  EXPECT_EQ(missing.cables[0].end.switch_name, "leaf2");
  EXPECT_EQ(missing.cables[0].end.port, 0);
}

/// `nvidia-smi topo -m` of four GPUs that are joined by so many NVLinks.
std::string matrix(const std::string& links_of_gpu_3) {
  std::string text = "\tGPU0\tGPU1\tGPU2\tGPU3\tCPU Affinity\tNUMA Affinity\n";
  for (int row = 0; row < 4; ++row) {
    text += "GPU" + std::to_string(row);
    for (int column = 0; column < 4; ++column) {
      const bool has_3 = row == 3 || column == 3;
      text += row == column ? "\t X " : "\t" + (has_3 ? links_of_gpu_3 : "NV4");
    }
    text += "\t0-31\t0\n";
  }
  return text;
}

TEST_F(Fleet, TextsOfHostsAreComparedToo) {
  for (int i = 0; i < 4; ++i) {
    write_text(support::host_name_of(i) + ".txt", matrix(i == 2 ? "NV2" : "NV4"));
  }
  const FleetReport found = report();
  EXPECT_THAT(found.hosts, ElementsAre("node00", "node01", "node02", "node03"));
  ASSERT_FALSE(found.findings.empty());
  for (const FleetFinding& finding : found.findings) {
    EXPECT_THAT(finding.deviation.hosts, ElementsAre(2));
    // How fast the NVLinks of unnamed GPUs are is assumed, and no loss rests on it.
    EXPECT_EQ(finding.deviation.topic, "path");
    for (const std::string& pair : finding.devices) EXPECT_THAT(pair, HasSubstr("GPU 3"));
    EXPECT_THAT(finding.cost.losses, IsEmpty());
  }
}

TEST_F(Fleet, WhatCannotBeReadIsLeftOutWithItsReason) {
  write_sound(0, 3);
  write_text("README", "these are the nodes of rack 7\n");
  const FleetReport found = report();
  ASSERT_THAT(found.left_out, SizeIs(1));
  EXPECT_EQ(found.left_out[0].file, "README");
  EXPECT_THAT(found.left_out[0].why, HasSubstr("unknown format"));
}

TEST_F(Fleet, SeveralTextsOfAHostAreOneHost) {
  for (int i = 0; i < 3; ++i) {
    const std::string host = support::host_name_of(i);
    write_text(host + "/topo.txt", matrix("NV4"));
    write_text(host + "/models.txt", i == 1 ? "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\n"
                                            : "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-2)\n");
  }
  const FleetReport found = report();
  EXPECT_THAT(found.hosts, ElementsAre("node00", "node01", "node02"));
  EXPECT_THAT(lines_of(found), IsEmpty());  // UUIDs are no difference
}

TEST_F(Fleet, WhatLogsWithoutAMachineComplainOfStandsBesideTheirHost) {
  write_sound(0, 3);
  write_text("node07.log",
             "node07:100:100 [0] misc/socket.cc:50 NCCL WARN socketProgress: Connection closed by "
             "remote peer node08<40000>\n");
  const FleetReport found = report();
  EXPECT_THAT(found.hosts, SizeIs(3));
  ASSERT_FALSE(found.complaints.empty());
  EXPECT_THAT(found.complaints[0].hosts, ElementsAre("node07"));
  EXPECT_TRUE(is_uneven(found));
}

// Two hosts of eight GPUs, which nccl-tests lists.
TEST_F(Fleet, HostsOfALogHaveTheirOwnNames) {
  std::string text = "gpu-a:11:11 [0] NCCL INFO NCCL version 2.28.9+cuda13.0\n# Using devices\n";
  for (int rank = 0; rank < 16; ++rank) {
    text += fmt::format(
        "#  Rank {:2} Group  0 Pid {:6} on {} device {:2} [0x{:02x}] NVIDIA H100 "
        "80GB HBM3\n",
        rank, 11 + rank, rank < 8 ? "gpu-a" : "gpu-b", rank % 8, 0x10 + 0x10 * (rank % 8));
  }
  write_text("job.log", text);
  EXPECT_THAT(report().hosts, ElementsAre("gpu-a", "gpu-b"));
}

TEST_F(Fleet, AFolderWithoutHostsIsRefused) {
  EXPECT_EQ(answer(FleetRequest{.folder = folder()}).error().category, core::Category::BadInput);
  EXPECT_EQ(answer(FleetRequest{.folder = folder() + "/none"}).error().category,
            core::Category::BadInput);
  record(0, support::cluster_host(0));
  EXPECT_THAT(answer(FleetRequest{.folder = folder() + "/node00"}).error().message(),
              HasSubstr("a recording of one machine"));
}

}  // namespace fleet_test
}  // namespace treering::app::fleet
