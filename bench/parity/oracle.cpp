#include <cstdint>
#include <fstream>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "bench/parity/cases.h"
#include "bench/parity/generate.h"
#include "bench/process_cost.h"

namespace treering::parity {
namespace {

namespace fs = std::filesystem;

// From latency alone to bandwidth alone, with sizes that are no multiple of anything between. Two
// above 1 GiB show NCCL's bandwidths beyond the decimal that it prints.
constexpr const char* kSizes =
    "8,1000,4096,30000,65536,262144,1048576,5000000,33554432,134217728,1073741824,4294967296,"
    "8589934592";
constexpr const char* kCollectives = "AllReduce,Broadcast,Reduce,AllGather,ReduceScatter";
constexpr const char* kWithPairs =
    "AllReduce,Broadcast,Reduce,AllGather,ReduceScatter,SendRecv,AlltoAll";

bool asks_for_multicast(const Case& one) {
  return one.multicast && one.xml.find("0x068000") != std::string::npos;
}

std::vector<std::string> arguments(const Case& one) {
  std::vector<std::string> list{"--nodes",   std::to_string(one.nodes),
                                "--sizes",   kSizes,
                                "--colls",   one.connects ? kWithPairs : kCollectives,
                                "--connect", one.connects ? "yes" : "no",
                                "--timeout", "280"};
  if (!one.devices.empty()) {
    list.insert(list.end(), {"--devices", fmt::format("{}", fmt::join(one.devices, ","))});
  }
  if (!asks_for_multicast(one)) list.insert(list.end(), {"--multicast", "0"});
  if (one.collnet) list.emplace_back("--collnet");
  if (one.nvlink_domain) list.insert(list.end(), {"--mnnvl", "1"});
  if (one.joins_nets) list.insert(list.end(), {"--env", "NCCL_NET_PLUGIN=" TREERING_JOINING_NET});
  for (const std::string& variable : one.environment) {
    list.insert(list.end(), {"--env", variable});
  }
  return list;
}

/// FNV-1a, 64 bits: names the question, so that an answer is found again.
std::string key_of(const Case& one) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const char byte : fmt::format("{}{}", one.xml, fmt::join(arguments(one), " "))) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 1099511628211ULL;
  }
  return fmt::format("{:016x}", hash);
}

/// What a process of the oracle wrote; an empty object where it wrote nothing.
nlohmann::json read_json(const fs::path& path) {
  std::ifstream file(path);
  nlohmann::json recorded = nlohmann::json::parse(file, nullptr, false);
  return recorded.is_object() ? recorded : nlohmann::json::object();
}

bool is_complete(const nlohmann::json& recorded) {
  return recorded.value("complete", false);
}

/// How to ask again where there was no answer, by the possible fault of the recording:
/// - no reason: two ranks wrote into one line of a log;
/// - one rank: the library copies from buffer to buffer, and the fake GPUs have no memory;
/// - else: NCCL cannot write graphs with a path of type C2C (kvDictLinkType in graph/search.cc has
///   none), and fails for that alone.
std::vector<std::string> changes_to_ask_again(const nlohmann::json& failed) {
  if (!failed.contains("run")) return {};
  if (failed.at("run").at("nranks") == 1) return {"--colls", ""};
  return {"--env", "NCCL_GRAPH_DUMP_FILE_RANK=9999"};
}

/// The library's last complaint; else how its processes ended.
std::string reason_in(const nlohmann::json& recorded) {
  if (!recorded.contains("run")) return "nothing was recorded";
  const nlohmann::json& warnings = recorded.at("warnings");
  if (!warnings.empty()) return warnings.back().get<std::string>();
  const std::string text = recorded.at("run").value("stderr", "");
  return text.substr(0, text.find('\n'));
}

}  // namespace

Case case_of(std::string name, const Question& question) {
  Case one;
  one.name = std::move(name);
  one.xml = to_nccl_xml(question.machine);
  one.nodes = question.nodes;
  one.devices = question.devices;
  one.multicast = question.multicast && question.machine.compute_capability >= 90;
  one.collnet = question.collnet;
  one.nvlink_domain = question.nvlink_domain;
  one.environment = question.environment;
  one.connects = question.connects;
  one.joins_nets = speaks_of_joining(one.environment);
  return one;
}

Oracle::Oracle(fs::path program, fs::path work)
    : program_(std::move(program)), work_(std::move(work)) {}

core::Result<Oracle> Oracle::open(const fs::path& program, const fs::path& work) {
  if (!fs::exists(program / "oracle.py")) {
    return core::bad_input(program.string(), "no oracle.py", "expected the oracle's folder",
                           "name it with --oracle");
  }
  fs::create_directories(work / "answers");
  if (fs::exists(program / "build" / "oracle")) return Oracle(program, work);
  const fs::path copy = work / "oracle";
  fs::create_directories(copy);
  fs::copy(program / "src", copy / "src",
           fs::copy_options::recursive | fs::copy_options::update_existing);
  for (const char* file : {"Makefile", "oracle.py"}) {
    fs::copy_file(program / file, copy / file, fs::copy_options::update_existing);
  }
  if (bench::run_process({"make", "-C", copy.string()}).exit_code != 0) {
    return core::environment_error(copy.string(), "make failed", "the CUDA headers and g++");
  }
  return Oracle(copy, work);
}

nlohmann::json Oracle::answer(const Case& one, const std::string& name,
                              const std::vector<std::string>& changes) const {
  const fs::path answers = work_ / "answers";
  const fs::path answer = answers / (name + ".json");
  if (!fs::exists(answer)) {
    const fs::path topology = answers / (name + ".xml");
    std::ofstream(topology) << one.xml;
    const fs::path draft = answers / (name + ".draft");
    std::vector<std::string> command{"python3", (program_ / "oracle.py").string(),
                                     "--topo",  topology.string(),
                                     "--out",   draft.string()};
    for (std::string& argument : arguments(one)) command.push_back(std::move(argument));
    command.insert(command.end(), changes.begin(), changes.end());
    bench::run_process(command);
    std::error_code error;
    fs::rename(draft, answer, error);
    if (error) std::ofstream(answer) << "{}";  // no answer; not asked again
  }
  return read_json(answer);
}

core::Result<testing::OracleCase> Oracle::ask(const Case& one) const {
  const std::string key = key_of(one);
  auto recorded = std::make_shared<nlohmann::json>(answer(one, key, {}));
  if (!is_complete(*recorded)) {
    *recorded = answer(one, key + "-again", changes_to_ask_again(*recorded));
  }
  if (!is_complete(*recorded)) return core::bad_input(key, reason_in(*recorded));
  try {
    return testing::oracle_case_of(one.name, std::move(recorded));
  } catch (const std::exception& error) {
    return core::bad_input(key, error.what());
  }
}

}  // namespace treering::parity
