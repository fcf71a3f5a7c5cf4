#include "tests/support/example_plugin.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <span>

#include "core/text/reading.h"

namespace treering::testing {
namespace {

using tuner::exporters::kAny;
using tuner::exporters::kMostPieceBytes;

constexpr std::size_t kLeastFields = 8;
constexpr std::size_t kMostFields = 10;

constexpr std::array<std::string_view, 5> kCollectives{"allreduce", "broadcast", "reduce",
                                                       "allgather", "reducescatter"};
constexpr std::array<std::string_view, 7> kAlgorithms{
    "ring", "tree", "collnet_direct", "collnet_chain", "nvls", "nvls_tree", "pat"};
constexpr std::array<std::string_view, 3> kProtocols{"simple", "ll", "ll128"};

/// The plugin's reading of a name: the first of `known` stands for all that it does not know.
std::string name_or_first(const std::string& name, std::span<const std::string_view> known) {
  const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
  return is_known ? name : std::string(known.front());
}

/// Up to ten fields; commas in a row count as one, as strtok has it.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  while (fields.size() < kMostFields) {
    const std::size_t first = line.find_first_not_of(',');
    if (first == std::string_view::npos) break;
    line.remove_prefix(first);
    const std::size_t end = std::min(line.find(','), line.size());
    fields.emplace_back(core::trimmed(line.substr(0, end), " \t"));
    line.remove_prefix(end);
  }
  return fields;
}

PluginRow row_of(const std::vector<std::string>& fields) {
  const auto bytes = [&](std::size_t i) { return std::strtoull(fields[i].c_str(), nullptr, 10); };
  const auto number = [&](std::size_t i) {
    return static_cast<int>(std::strtol(fields[i].c_str(), nullptr, 10));
  };
  PluginRow row;
  row.collective = name_or_first(fields[0], kCollectives);
  row.first = bytes(1);
  row.last = bytes(2);
  row.way.algorithm = name_or_first(fields[3], kAlgorithms);
  row.way.protocol = name_or_first(fields[4], kProtocols);
  row.way.channels = number(5);
  row.nodes = number(6);
  row.ranks = number(7);
  if (fields.size() > 8) row.pipe_ops = number(8);
  if (fields.size() > 9) row.registered = number(9);
  return row;
}

bool fits(int wanted, int given) {
  return wanted == kAny || wanted == given;
}

bool matches(const PluginRow& row, const PluginCall& call) {
  return row.collective == call.collective && call.bytes >= row.first && call.bytes <= row.last &&
         fits(row.nodes, call.nodes) && fits(row.ranks, call.ranks) &&
         fits(row.pipe_ops, call.pipe_ops) && fits(row.registered, call.registered);
}

}  // namespace

std::vector<PluginRow> load_as_plugin(std::string_view text) {
  std::vector<PluginRow> rows;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const bool is_whole = end < kMostPieceBytes;  // npos, no line end, is larger
    const std::size_t taken = std::min(is_whole ? end + 1 : kMostPieceBytes, text.size());
    const std::string_view line = text.substr(0, is_whole ? end : taken);
    text.remove_prefix(taken);
    if (line.empty() || line.front() == '#') continue;
    const auto fields = fields_of(line);
    if (fields.size() >= kLeastFields) rows.push_back(row_of(fields));
  }
  return rows;
}

PluginAnswer answer_as_plugin(const std::vector<PluginRow>& rows, const PluginCall& call,
                              const std::function<bool(const PluginRow&)>& is_ruled_out) {
  for (const PluginRow& row : rows) {
    if (!matches(row, call) || is_ruled_out(row)) continue;
    return {&row, row.way.channels == kAny ? 1 : row.way.channels};
  }
  return {};
}

}  // namespace treering::testing
