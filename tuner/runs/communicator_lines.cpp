#include "tuner/runs/communicator_lines.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {
namespace {

/// "node1" of "[1,0]<stdout>:node1:21:27 [0] ", which NCCL writes before its lines; empty where the
/// text is another.
std::string_view host_before(std::string_view head) {
  const std::size_t device = head.rfind(" [");
  if (device == std::string_view::npos) return {};
  head = head.substr(0, device);
  head = head.substr(head.rfind(' ') + 1);
  for (int numbers = 0; numbers < 2; ++numbers) {  // of the process and its thread
    const std::size_t colon = head.rfind(':');
    if (colon == std::string_view::npos || !small_number(head.substr(colon + 1))) return {};
    head = head.substr(0, colon);
  }
  return head.substr(head.rfind(':') + 1);
}

std::optional<int> number_behind(const std::vector<std::string_view>& words,
                                 std::string_view name) {
  const auto at = std::ranges::find(words, name);
  return at == words.end() || at + 1 == words.end() ? std::nullopt : small_number(*(at + 1));
}

bool are_of_equal_size(const std::vector<LoggedRank>& ranks) {
  return std::ranges::all_of(
      ranks, [&](const LoggedRank& one) { return one.ranks == ranks.front().ranks; });
}

}  // namespace

bool read_communicator_line(std::string_view line, std::size_t debug,
                            std::vector<LoggedRank>& ranks) {
  constexpr std::size_t kMost = 4096;
  const std::string_view message = line.substr(debug);
  if (message.find("comm ") == std::string_view::npos || ranks.size() >= kMost) return false;
  const auto words = words_of(message);
  const auto rank = number_behind(words, "rank");
  const auto size = number_behind(words, "nranks");
  const std::string_view host = host_before(line.substr(0, debug));
  if (!rank || !size || *rank >= *size || host.empty()) return false;
  LoggedRank one{std::string(host), *rank, *size};
  // The end of a communicator repeats its ranks.
  if (std::ranges::find(ranks, one) == ranks.end()) ranks.push_back(std::move(one));
  return true;
}

std::vector<std::string> hosts_with_rank_0(const std::vector<LoggedRank>& ranks) {
  std::vector<std::string> hosts;
  if (!are_of_equal_size(ranks)) return hosts;
  for (const LoggedRank& one : ranks) {
    if (one.rank == 0) hosts.push_back(one.host);
  }
  return hosts;
}

std::vector<std::string> hosts_of_ranks(const std::vector<LoggedRank>& ranks) {
  if (ranks.empty() || !are_of_equal_size(ranks)) return {};
  const auto count = static_cast<std::size_t>(ranks.front().ranks);
  if (ranks.size() != count) return {};
  std::vector<std::string> hosts(count);
  for (const LoggedRank& one : ranks) hosts[static_cast<std::size_t>(one.rank)] = one.host;
  const bool is_whole = std::ranges::none_of(hosts, &std::string::empty);
  return is_whole ? hosts : std::vector<std::string>();
}

}  // namespace treering::tuner::runs
