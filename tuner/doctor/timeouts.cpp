#include "tuner/doctor/timeouts.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "core/units.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/pattern.h"

namespace treering::tuner::doctor {
namespace {

// torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp, WorkNCCL::checkTimeout; the sequence number
// since PyTorch 1.13. The line behind it names the process group, each of which counts by itself.
constexpr std::string_view kTimeout =
    "Watchdog caught collective operation timeout: WorkNCCL(SeqNum={n}, OpType={word},*Timeout(ms)="
    "{n2}";

constexpr std::string_view kGroupOfCall = "detected by watchdog at work: {n},";

// PyTorch 2.3 and 2.4 (ProcessGroupNCCL.cpp, ncclCommWatchdog): it does not say of which operation.
constexpr std::string_view kTimeoutAt = "Timeout at NCCL work: {n},";

/// A call in which a rank waits.
struct WaitingRank {
  int rank = 0;
  std::uint64_t number = 0;  // of the call, counted by each rank
  std::string operation;     // "ALLREDUCE"
  const core::RunWarning* said = nullptr;
  std::string group{};  // of processes; empty when unknown
};

/// The process group of a rank's call; empty where no line says it.
std::string group_of(const std::vector<core::RunWarning>& warnings, const core::RunWarning& timeout,
                     std::uint64_t number) {
  if (!timeout.group.empty()) return timeout.group;
  for (const core::RunWarning& one : warnings) {
    if (one.rank != timeout.rank) continue;
    for (const std::string_view pattern : {kGroupOfCall, kTimeoutAt}) {
      const auto places = matched(pattern, one.text);
      if (places && number_of(*places, "n") == number) return one.group;
    }
  }
  return "";
}

/// Adds the ranks that only say the number of their call, of that group; its operation is that of
/// the ranks that name one. \pre waiting has some
void add_ranks_by_number(const std::vector<core::RunWarning>& warnings, std::string_view group,
                         std::map<int, WaitingRank>& waiting) {
  const std::map<int, WaitingRank> named = waiting;
  for (const core::RunWarning& warning : warnings) {
    const auto places = matched(kTimeoutAt, warning.text);
    if (!places || !warning.rank || named.contains(*warning.rank)) continue;
    if (warning.group != group) continue;
    const std::uint64_t number = number_of(*places, "n");
    const auto same = std::ranges::find_if(
        named, [number](const auto& one) { return one.second.number == number; });
    const std::string operation = same == named.end() ? "" : same->second.operation;
    const auto known = waiting.find(*warning.rank);
    if (known != waiting.end() && known->second.number <= number) continue;
    waiting[*warning.rank] = {*warning.rank, number, operation, &warning, warning.group};
  }
}

/// The first call of each rank that timed out; the later ones wait for it. Where calls of several
/// process groups did, those of the first group to say so.
std::map<int, WaitingRank> waiting_ranks(const std::vector<core::RunWarning>& warnings) {
  std::map<int, WaitingRank> waiting;
  std::string first_group;
  for (const core::RunWarning& warning : warnings) {
    const auto places = matched(kTimeout, warning.text);
    if (!places || !warning.rank) continue;
    const auto operation = std::ranges::find(*places, "word", &Places::value_type::first);
    const std::uint64_t number = number_of(*places, "n");
    WaitingRank one{*warning.rank, number, operation->second, &warning,
                    group_of(warnings, warning, number)};
    if (first_group.empty()) first_group = one.group;
    if (!one.group.empty() && one.group != first_group) continue;
    const auto known = waiting.find(one.rank);
    if (known == waiting.end() || one.number < known->second.number) waiting[one.rank] = one;
  }
  if (!waiting.empty()) add_ranks_by_number(warnings, first_group, waiting);
  return waiting;
}

std::string names_of_ranks(const std::vector<int>& ranks) {
  std::vector<std::string> names;
  for (const int rank : ranks) names.push_back(fmt::format("{}", rank));
  return fmt::format("{} {}", ranks.size() == 1 ? "rank" : "ranks", in_words(names));
}

std::vector<int> missing_ranks(const std::map<int, WaitingRank>& waiting, int ranks) {
  std::vector<int> missing;
  for (int rank = 0; rank < ranks; ++rank) {
    if (!waiting.contains(rank)) missing.push_back(rank);
  }
  return missing;
}

/// Ranks by the call in which they wait.
std::map<std::uint64_t, std::vector<int>> ranks_by_call(const std::map<int, WaitingRank>& waiting) {
  std::map<std::uint64_t, std::vector<int>> calls;
  for (const auto& [rank, one] : waiting) calls[one.number].push_back(rank);
  return calls;
}

constexpr std::string_view kFindWhoIsMissing =
    "look at what the ranks that are missing or behind do (their log; py-spy dump): data that they "
    "wait for, an error, a branch that makes other calls. TORCH_NCCL_TRACE_BUFFER_SIZE=2000 and "
    "TORCH_NCCL_DUMP_ON_TIMEOUT=1 let PyTorch record the calls; NCCL_DEBUG=WARN shows errors of "
    "the network";

constexpr std::string_view kFindWhatHangs =
    "run nccl-tests on the same nodes: if it hangs too, try NCCL_P2P_DISABLE=1 (ACS or the IOMMU "
    "in the way of access between GPUs) and, between nodes, NCCL_IB_DISABLE=1 or another "
    "NCCL_SOCKET_IFNAME; otherwise the program waits too long, or ranks call different things";

Symptom all_in_one_call(const std::map<int, WaitingRank>& waiting) {
  const WaitingRank& first = waiting.begin()->second;
  const bool is_first_call = first.number <= 1;
  return {Severity::Fault,
          fmt::format("the {} {} of all {} did not end in time: {}",
                      is_first_call ? "first call," : fmt::format("call {},", first.number),
                      first.operation, core::counted(waiting.size(), "rank"),
                      is_first_call ? "the GPUs or nodes do not reach each other as NCCL expects"
                                    : "all wait in it, so that a GPU or the network hangs, or a "
                                      "rank called something else of this number"),
          first.said->origin.source, std::string(kFindWhatHangs), std::nullopt};
}

/// In a process group of which the lines do not say who belongs to it.
Symptom in_a_group(const std::map<int, WaitingRank>& waiting) {
  const WaitingRank& first = waiting.begin()->second;
  std::vector<int> ranks;
  for (const auto& [rank, one] : waiting) ranks.push_back(rank);
  return {Severity::Fault,
          fmt::format("call {}, {}, of process group {} did not end in time: {} {} in it; whether "
                      "others belong to that group, and what they did, is not said",
                      first.number, first.operation, first.group, names_of_ranks(ranks),
                      ranks.size() == 1 ? "waits" : "wait"),
          first.said->origin.source, std::string(kFindWhoIsMissing), std::nullopt};
}

/// Each process group counts its own calls: where lines do not name their group, different numbers
/// prove nothing.
bool name_their_group(const std::map<int, WaitingRank>& waiting) {
  return std::ranges::none_of(waiting, [](const auto& one) { return one.second.group.empty(); });
}

Symptom in_different_calls(const std::map<int, WaitingRank>& waiting,
                           const std::map<std::uint64_t, std::vector<int>>& calls,
                           const core::RunWarning& first) {
  const auto& [behind, behind_ranks] = *calls.begin();
  const auto& [ahead, ahead_ranks] = *calls.rbegin();
  const std::string ranks =
      fmt::format("{} in call {}, {} in call {}", names_of_ranks(behind_ranks), behind,
                  names_of_ranks(ahead_ranks), ahead);
  const std::string what =
      name_their_group(waiting)
          ? "ranks wait in different collectives: " + ranks
          : fmt::format(
                "collectives did not end in time: {}; of which process groups, each of "
                "which counts its own calls, is not said: in one group, these ranks call "
                "different things",
                ranks);
  return {Severity::Fault, what, first.origin.source, std::string(kFindWhoIsMissing), std::nullopt};
}

Symptom without_some(const std::map<int, WaitingRank>& waiting, const std::vector<int>& missing) {
  const WaitingRank& first = waiting.begin()->second;
  return {Severity::Fault,
          fmt::format("call {}, {}, did not end in time: {} {} in it, but {} did not say so",
                      first.number, first.operation, core::counted(waiting.size(), "rank"),
                      waiting.size() == 1 ? "waits" : "wait", names_of_ranks(missing)),
          first.said->origin.source, std::string(kFindWhoIsMissing), std::nullopt};
}

bool is_timeout(const core::RunWarning& warning) {
  return warning.text.find("Watchdog caught collective operation timeout") != std::string::npos;
}

/// Whether the calls are those of all ranks, as far as the lines say.
bool are_of_all(const std::map<int, WaitingRank>& waiting) {
  return std::ranges::all_of(
      waiting, [](const auto& one) { return one.second.group.empty() || one.second.group == "0"; });
}

/// \param first the first line that says so
Symptom timeout_of(const std::vector<core::RunWarning>& warnings, const core::RunWarning* first,
                   int ranks) {
  const auto waiting = waiting_ranks(warnings);
  if (waiting.empty()) {
    return Symptom{Severity::Fault, "a collective did not end in time", first->origin.source,
                   std::string(kFindWhoIsMissing), std::nullopt};
  }
  const auto calls = ranks_by_call(waiting);
  if (calls.size() > 1) return in_different_calls(waiting, calls, *first);
  // Ranks without a word are missing only where others beside them spoke.
  const int highest = waiting.rbegin()->first + 1;
  const int all = are_of_all(waiting) ? std::max(ranks, highest) : highest;
  const auto missing = missing_ranks(waiting, all);
  const bool are_all = ranks > 0 && static_cast<int>(waiting.size()) >= ranks;
  if (missing.empty() && !are_all && !are_of_all(waiting)) return in_a_group(waiting);
  if (missing.empty() && all > 1) return all_in_one_call(waiting);
  if (missing.empty()) {
    const WaitingRank& one = waiting.begin()->second;
    return Symptom{Severity::Fault,
                   fmt::format("call {}, {}, of rank {} did not end in time; what the others did "
                               "is left out",
                               one.number, one.operation, one.rank),
                   one.said->origin.source, std::string(kFindWhoIsMissing), std::nullopt};
  }
  return without_some(waiting, missing);
}

/// "; it ran for 427 min at a limit of 30 min, ...", where a call ran far longer than its limit;
/// else empty. The watchdog looks every second or more often.
std::string standstill_in(const std::vector<core::RunWarning>& warnings) {
  constexpr std::string_view kRan = "Timeout(ms)={n}) ran for {n2} milliseconds";
  constexpr std::uint64_t kTooLong = 3;
  constexpr std::uint64_t kMsPerMinute = 60'000;
  for (const core::RunWarning& warning : warnings) {
    const auto places = matched(kRan, warning.text);
    if (!places) continue;
    const std::uint64_t limit = number_of(*places, "n");
    const std::uint64_t ran = number_of(*places, "n2");
    if (limit < kMsPerMinute || ran / kTooLong < limit) continue;
    return fmt::format(
        "; one ran for {} min at a limit of {} min: the process, or its whole host, stood still "
        "meanwhile",
        ran / kMsPerMinute, limit / kMsPerMinute);
  }
  return "";
}

}  // namespace

const core::RunWarning* first_timeout(const std::vector<core::RunWarning>& warnings) {
  const auto first = std::ranges::find_if(warnings, is_timeout);
  return first == warnings.end() ? nullptr : &*first;
}

std::optional<Symptom> timed_out(const std::vector<core::RunWarning>& warnings, int ranks) {
  const core::RunWarning* const first = first_timeout(warnings);
  if (first == nullptr) return std::nullopt;
  Symptom symptom = timeout_of(warnings, first, ranks);
  symptom.what += standstill_in(warnings);
  return symptom;
}

}  // namespace treering::tuner::doctor
