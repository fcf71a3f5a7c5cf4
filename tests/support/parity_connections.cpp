#include "tests/support/parity_connections.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/connections/connections.h"

namespace treering::testing {
namespace {

using nlohmann::json;
using sim::nccl::Algorithm;
using sim::nccl::connections::Connection;
using sim::nccl::connections::Connections;
using sim::nccl::connections::GpuDirect;
using sim::nccl::connections::Transport;

/// Channel, index and ranks, and all that NCCL says of the connection.
using ByPlace = std::map<std::array<int, 4>, std::string>;

std::set<std::string> algorithms_in(const json& recorded) {
  if (recorded.contains("algorithms")) return recorded.at("algorithms");
  std::set<std::string> names;
  for (const json& calls : recorded.at("decisions")) {
    for (const json& call : calls) {
      if (call.contains("algo")) names.insert(call.at("algo").get<std::string>());
    }
  }
  return names;
}

/// In the order in which calls take them.
std::vector<Algorithm> algorithms_of(const json& recorded, const sim::nccl::Plan& ours) {
  const std::set<std::string> names = algorithms_in(recorded);
  std::vector<Algorithm> all = sim::nccl::call::chosen_algorithms(ours);
  for (int i = 0; i < sim::nccl::kAlgorithms; ++i) {
    const auto one = static_cast<Algorithm>(i);
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
  std::erase_if(all, [&](Algorithm one) { return !names.contains(std::string(name_of(one))); });
  return all;
}

ByPlace recorded_by_place(const json& connections) {
  ByPlace all;
  for (const json& one : connections) {
    all[{one.at(0), one.at(1), one.at(2), one.at(3)}] = one.dump();
  }
  return all;
}

/// The connections of which NCCL's log has a line with the index. The recording has 0 for GPUDirect
/// over PCIe, which the log calls "GDRDMA(PCI)".
ByPlace ours_by_place(const std::vector<Connection>& connections) {
  ByPlace all;
  for (const Connection& one : connections) {
    if (one.transport == Transport::SharedMemory || one.transport == Transport::CollNet) continue;
    all[{one.channel, one.index, one.from, one.to}] =
        json::array({one.channel, one.index, one.from, one.to, name_of(one.transport), one.net,
                     one.proxy, one.gpu_direct == GpuDirect::On ? 1 : 0})
            .dump();
  }
  return all;
}

void note(Tally& tally, const std::string& ours, const std::string& recorded) {
  ++tally.compared;
  if (ours != recorded) {
    tally.differences.push_back(fmt::format("connection {}, NCCL has {}",
                                            ours.empty() ? "missing" : ours,
                                            recorded.empty() ? "none" : recorded));
  }
}

constexpr int kIndex = 1;  // in a place

json read_compressed(const std::filesystem::path& path) {
  const std::string command = fmt::format("gzip -dc '{}'", path.string());
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  std::array<char, 4096> part{};
  while (pipe != nullptr) {
    const std::size_t got = std::fread(part.data(), 1, part.size(), pipe.get());
    if (got == 0) break;
    text.append(part.data(), got);
  }
  return json::parse(text);
}

}  // namespace

Tally compare_connections(const json& recorded, const core::Cluster& cluster,
                          const sim::nccl::Plan& ours) {
  const Connections all(cluster, ours);
  const std::vector<Algorithm> algorithms = algorithms_of(recorded, ours);
  const ByPlace collectives = ours_by_place(all.of(std::span<const Algorithm>(algorithms)));
  const ByPlace pairs = ours_by_place(all.of_pairs());
  const ByPlace theirs = recorded_by_place(recorded.at("connections"));
  const auto text_in = [](const ByPlace& from, const std::array<int, 4>& place) {
    const auto found = from.find(place);
    return found == from.end() ? std::string() : found->second;
  };
  Tally tally;
  for (const auto& [place, text] : theirs) {
    std::string own = text_in(collectives, place);
    if (own.empty() && place[kIndex] == 1) own = text_in(pairs, place);
    note(tally, own, text);
  }
  for (const auto& [place, text] : collectives) {
    if (place[kIndex] == 0 && !theirs.contains(place)) note(tally, text, "");
  }
  return tally;
}

std::vector<NamedRecording> recorded_connections() {
  const char* given = std::getenv("TREERING_ORACLE_OUT");
  const std::filesystem::path folder =
      std::filesystem::path(given != nullptr ? given : "../shared/oracle/out") / "connections";
  std::vector<NamedRecording> all;
  if (!std::filesystem::is_directory(folder)) return all;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".gz") continue;
    all.emplace_back(entry.path().stem().stem().string(),
                     std::make_shared<const json>(read_compressed(entry.path())));
  }
  std::ranges::sort(all, {}, &NamedRecording::first);
  return all;
}

}  // namespace treering::testing
