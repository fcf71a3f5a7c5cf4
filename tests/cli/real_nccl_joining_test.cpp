// Ports that NCCL joins to one NET: what treering decides beside what the real library decides with
// a network plugin that joins (tests/support/joining_net.cpp).
#include <filesystem>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/builtin.h"
#include "hw/formats/nccl_xml/topology_xml.h"
#include "sim/job/variables.h"
#include "sim/nccl/system/adapters.h"
#include "tests/support/cpu_identity.h"
#include "tests/support/oracle_case.h"
#include "tests/support/oracle_program.h"
#include "tests/support/parity.h"

namespace treering::testing {
namespace real_nccl_joining_test {

namespace fs = std::filesystem;
using nlohmann::json;
using sim::job::Assignment;

// From latency alone to bandwidth alone.
constexpr const char* kSizes = "8,65536,1048576,33554432,1073741824,4294967296";
constexpr const char* kCollectives = "AllReduce,Broadcast,Reduce,AllGather,ReduceScatter";

constexpr std::string_view kCpu =
    R"(affinity="0000000f" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="143")";

std::string pci(int bus, int function, std::string_view class_code, int width) {
  return fmt::format(R"(<pci busid="0000:{:02x}:00.{}" class="{}" vendor="0x15b3" device="0x1021" )"
                     R"(subsystem_vendor="0x0000" subsystem_device="0x0000" )"
                     R"(link_speed="32.0 GT/s PCIe" link_width="{}">)",
                     bus, function, class_code, width);
}

std::string gpu(int number) {
  return pci(0x80 + number, 0, "0x030200", 16) +
         fmt::format(R"(<gpu dev="{}" sm="90" gdr="1"/></pci>)", number);
}

std::string net(int number, int port, int guid) {
  return fmt::format(R"(<net name="mlx5_{}" dev="{}" latency="0.0" speed="100000" port="{}" )"
                     R"(guid="0x{:x}" maxconn="131072" gdr="1"/>)",
                     number, number, port, guid);
}

/// An adapter of one PCI function with as many ports.
std::string nic_of_ports(int bus, int first, int ports, int width) {
  std::string text = pci(bus, 0, "0x020700", width) + "<nic>";
  for (int i = 0; i < ports; ++i) text += net(first + i, i + 1, 0x1000 + bus);
  return text + "</nic></pci>";
}

/// An adapter with a PCI function for each of two ports.
std::string nic_of_functions(int bus, int first, int width) {
  std::string text;
  for (int i = 0; i < 2; ++i) {
    text += pci(bus, i, "0x020700", width) + "<nic>" + net(first + i, 1, 0x1000 + bus + i) +
            "</nic></pci>";
  }
  return text;
}

std::string pci_switch(int bus, int width, const std::string& inside) {
  return pci(bus, 0, "0x060400", width) + inside + "</pci>";
}

std::string machine(const std::vector<std::string>& cpus) {
  std::string text = R"(<system version="1">)";
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    text += fmt::format(R"(<cpu numaid="{}" {}>{}</cpu>)", i, kCpu, cpus[i]);
  }
  return text + "</system>";
}

/// Two sockets with a switch each, an adapter of two ports beside its GPUs.
std::string ports_machine() {
  return machine({pci_switch(1, 16, gpu(0) + gpu(1) + nic_of_ports(0xc0, 0, 2, 16)),
                  pci_switch(2, 16, gpu(2) + gpu(3) + nic_of_ports(0xc1, 2, 2, 16))});
}

/// The same with functions, and one more adapter straight on each socket: of five ports, of two.
std::string functions_machine() {
  return machine({pci_switch(1, 16, gpu(0) + gpu(1) + nic_of_functions(0xc0, 0, 16)) +
                      nic_of_ports(0xd0, 4, 5, 8),
                  pci_switch(2, 16, gpu(2) + gpu(3) + nic_of_functions(0xc1, 2, 16)) +
                      nic_of_functions(0xd1, 9, 8)});
}

/// Two levels of switches on one socket, narrow ones among them, with an adapter at each place.
std::string levels_machine() {
  return machine(
      {pci_switch(
           1, 16,
           pci_switch(2, 8, gpu(0) + nic_of_ports(0xc0, 0, 1, 8) + nic_of_ports(0xc1, 1, 1, 16)) +
               pci_switch(3, 16, gpu(1) + nic_of_functions(0xc2, 2, 16)) +
               nic_of_ports(0xc3, 4, 1, 16)) +
       pci_switch(4, 16, gpu(2) + gpu(3) + nic_of_ports(0xc4, 5, 1, 16)) +
       nic_of_ports(0xc5, 6, 1, 0)});
}

struct Question {
  std::string_view machine;
  int nodes;
  std::vector<std::string> environment;
};

std::string xml_of(std::string_view name) {
  if (name == "ports") return ports_machine();
  if (name == "functions") return functions_machine();
  if (name == "levels") return levels_machine();
  return with_cpu_identity(
      hw::formats::nccl_xml::write_nccl_xml(hw::load_builtin(std::string(name)).value()));
}

sim::job::Settings settings_of(const std::vector<std::string>& variables) {
  std::vector<Assignment> given;
  for (const std::string& text : variables) {
    const std::size_t sign = text.find('=');
    given.push_back({text.substr(0, sign), text.substr(sign + 1)});
  }
  return sim::job::read_environment(given).value().settings;
}

/// As many of the NETs that a search found as are none of the machine's own.
int joined_nets_in(const json& answer) {
  const auto ports = static_cast<int>(answer.at("topology").at("nets").size());
  int found = 0;
  for (const json& channel : answer.at("graphs").at("ring").at("channels")) {
    for (const std::string name : channel) {
      if (name.starts_with("NET/") && std::stoi(name.substr(4)) >= ports) ++found;
    }
  }
  return found;
}

class RealNcclJoining : public ::testing::TestWithParam<Question> {
 protected:
  /// The answer of the real library; nothing where it is not there.
  static core::Result<json> ask(const std::string& name, const std::string& xml) {
    const fs::path build = fs::path(TREERING_BINARY).parent_path().parent_path();
    const fs::path work = build / "oracle_joining";
    fs::create_directories(work);
    const fs::path topology = work / (name + ".xml");
    std::ofstream(topology) << xml;
    const auto oracle = OracleProgram::open(build / "oracle");
    if (!oracle) return core::fail(oracle.error());
    OracleQuestion question{topology, GetParam().nodes, kSizes, kCollectives,
                            GetParam().environment};
    question.environment.emplace_back("NCCL_NET_PLUGIN=" TREERING_JOINING_NET);
    return oracle->ask(question);
  }
};

TEST_P(RealNcclJoining, DecidesTheSame) {
  const Question& question = GetParam();
  const std::string name =
      fmt::format("joining-{}-{}", question.machine, fmt::join(question.environment, "-"));
  const std::string xml = xml_of(question.machine);
  const auto answer = ask(name, xml);
  if (!answer) GTEST_SKIP() << answer.error().message();
  const auto read = hw::formats::nccl_xml::read_nccl_xml(xml, name);
  ASSERT_TRUE(read) << read.error().message();
  sim::job::JobSpec job;
  job.nodes = question.nodes;
  job.settings = settings_of(question.environment);
  const auto groups = sim::nccl::system::ports_to_join(read->topology, job.settings.nics);
  ASSERT_TRUE(groups) << groups.error().message();
  EXPECT_EQ(joined_nets_in(*answer) > 0, !groups->empty());
  const OracleCase recorded = oracle_case_of(name, std::make_shared<const json>(*answer));
  ASSERT_FALSE(sim::nccl::why_not(read->topology, job));
  const Comparison comparison = compare(recorded, sim::nccl::make_plan(read->topology, job));
  // The library has set up no connections in these runs.
  EXPECT_EQ(comparison.of(Aspect::Connections).compared, 0);
  for (const Tally& tally : comparison.tallies) {
    const bool is_of_connections = &tally == &comparison.of(Aspect::Connections);
    EXPECT_TRUE(is_of_connections || tally.compared > 0);
    EXPECT_EQ(tally.differences.size(), 0U)
        << fmt::format("{}", fmt::join(tally.differences, "\n")).substr(0, 2000);
  }
}

const std::string kJoin = "NCCL_IB_MERGE_NICS=1";
const std::string kApart = "NCCL_IB_MERGE_NICS=0";

std::string level(std::string_view name) {
  return fmt::format("NCCL_NET_MERGE_LEVEL={}", name);
}

// Processor time: 1 s for each, a process per rank.
INSTANTIATE_TEST_SUITE_P(
    Machines, RealNcclJoining,
    ::testing::Values(
        Question{"oci-h100", 2, {kJoin}}, Question{"oci-h100", 2, {kApart}},
        Question{"leonardo", 2, {kJoin}}, Question{"leonardo", 2, {level("PHB")}},
        Question{"ports", 2, {kJoin}}, Question{"ports", 2, {kApart}},
        Question{"ports", 3, {level("pix")}}, Question{"functions", 2, {kJoin}},
        Question{"functions", 2, {level("PIX")}}, Question{"functions", 2, {level("PHB")}},
        Question{"functions", 2, {kApart, level("PHB")}},
        Question{"functions", 2, {"NCCL_NET_FORCE_MERGE=mlx5_0,mlx5_3;mlx5_9;mlx5_4:1,mlx5_8"}},
        Question{"levels", 2, {level("PIX")}}, Question{"levels", 2, {level("PXB")}},
        Question{"levels", 2, {kJoin, level("PHB")}}, Question{"levels", 2, {level("LOC")}}));

}  // namespace real_nccl_joining_test
}  // namespace treering::testing
