// What we write as NCCL XML, given to the real NCCL: it decides as for the file that we read.
#include <array>
#include <filesystem>
#include <fstream>
#include <future>
#include <iterator>
#include <sstream>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/formats/nccl_xml/topology_xml.h"
#include "tests/support/oracle_program.h"

namespace treering::testing {
namespace real_nccl_writer_test {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kCollectives = "AllReduce,Broadcast,Reduce,AllGather,ReduceScatter";
// From latency alone to bandwidth alone. Recorded of the original files too.
constexpr const char* kSizes = "8,65536,1048576,33554432,1073741824,4294967296";

constexpr std::array kNames{"pcie4", "dgx1v", "dgxa100", "dgxh100", "dgxb200"};

std::vector<std::string> words(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) result.push_back(word);
  return result;
}

/// By collective and size, all that NCCL fixed for the call.
json calls_of(const json& answer) {
  json calls;
  for (const std::string& collective : words(kCollectives)) {
    for (const json& call : answer.at("decisions").at(collective)) {
      const auto size = std::to_string(call.at("want").get<std::int64_t>());
      for (const std::string& wanted : words(kSizes)) {
        if (size == wanted) calls[collective][size] = call;
      }
    }
  }
  return calls;
}

/// From the search to the kernel launch. Not the dump of the topology: what we leave to NCCL to
/// fill in, it writes elsewhere.
json decisions_of(const json& answer) {
  json result{{"calls", calls_of(answer)}};
  for (const char* part : {"graphs", "channels", "rings", "trees", "comm", "nvls_support"}) {
    result[part] = answer.at(part);
  }
  for (const char* part : {"table", "max_threads", "thread_thresholds"}) {
    result["tuning"][part] = answer.at("tuning").at(part);
  }
  return result;
}

/// One of the oracle's topologies, read and written by us; empty when it cannot be read.
fs::path rewrite(const OracleProgram& oracle, const std::string& name, const fs::path& folder) {
  const fs::path original = oracle.topologies() / (name + ".xml");
  std::ifstream file(original);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto read = hw::formats::nccl_xml::read_nccl_xml(text, original.string());
  if (!read) return {};
  fs::path written = folder / (name + ".xml");
  std::ofstream(written) << hw::formats::nccl_xml::write_nccl_xml(read->topology);
  return written;
}

/// The answers for the rewritten files on one number of nodes beside those for the originals.
void expect_same(const OracleProgram& oracle, const fs::path& folder, int nodes) {
  for (const char* name : kNames) {
    const fs::path written = rewrite(oracle, name, folder);
    ASSERT_FALSE(written.empty()) << name;
    const auto answer = oracle.ask({written, nodes, kSizes, kCollectives});
    ASSERT_TRUE(answer) << answer.error().message();
    const json recorded = oracle.recorded(name, nodes);
    const json difference = json::diff(decisions_of(recorded), decisions_of(*answer));
    EXPECT_TRUE(difference.empty()) << name << ", nodes: " << nodes << "\n"
                                    << difference.dump(1).substr(0, 2000);
  }
}

// Processor time: 4 s to build the oracle once, 15 s to ask it; a process per rank.
TEST(RealNccl, DecidesTheSameForWhatWeWrite) {
  const fs::path work = fs::path(TREERING_BINARY).parent_path().parent_path() / "oracle";
  const auto oracle = OracleProgram::open(work);
  if (!oracle) GTEST_SKIP() << oracle.error().message();
  // The first answer shows whether the library is there at all, and whether it is the recorded one.
  const auto first = oracle->ask({oracle->topologies() / "pcie4.xml", 1, "8", "AllReduce"});
  if (!first) GTEST_SKIP() << first.error().message();
  const json recorded = oracle->recorded("pcie4", 1);
  if (recorded.value("nccl_version", "") != first->value("nccl_version", "")) {
    GTEST_SKIP() << "another libnccl than that of the recorded answers";
  }
  std::vector<std::future<void>> halves;
  for (const int nodes : {1, 2}) {
    const fs::path folder = work / ("written" + std::to_string(nodes));
    fs::create_directories(folder);
    halves.push_back(std::async(std::launch::async, expect_same, *oracle, folder, nodes));
  }
  for (std::future<void>& half : halves) half.get();
}

}  // namespace real_nccl_writer_test
}  // namespace treering::testing
