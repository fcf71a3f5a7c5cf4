#include "tuner/check/log_evidence.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::tuner::check {
namespace {

enum class Says { Shows, Excludes };

// Words of NCCL's log and of command lines, and what they say of a cause.
struct Words {
  std::string_view words;
  Says says;
  std::string_view cause;
  std::string_view meaning;
};

constexpr std::string_view kHost = "traffic between nodes goes through host memory";
constexpr std::string_view kUsesTcp = "NCCL uses TCP sockets between nodes";

// NCCL 2.4 to 2.28: src/transport/net.cc writes "via NET/IB/0/GDRDMA", src/init.cc "Using network
// Socket", src/graph/paths.cc and src/misc/ibvwrap.cc "GPU Direct RDMA".
constexpr std::array kWords{
    Words{"NCCL_IB_DISABLE=1", Says::Shows, "sockets", kUsesTcp},
    Words{"Using network Socket", Says::Shows, "sockets", kUsesTcp},
    Words{"NET/Socket : Using", Says::Shows, "sockets", kUsesTcp},
    Words{"via NET/Socket", Says::Shows, "sockets", kUsesTcp},
    Words{"Using network IB", Says::Excludes, "sockets", ""},
    Words{"via NET/IB", Says::Excludes, "sockets", ""},
    Words{"NCCL_NET_GDR_LEVEL=LOC", Says::Shows, "no-gpudirect", kHost},
    Words{"NCCL_NET_GDR_LEVEL=0", Says::Shows, "no-gpudirect", kHost},
    Words{"GPU Direct RDMA Disabled", Says::Shows, "no-gpudirect", kHost},
    Words{" GDR 0", Says::Shows, "no-gpudirect", kHost},
    Words{"GDRDMA", Says::Excludes, "no-gpudirect", ""},
    Words{" GDR 1", Says::Excludes, "no-gpudirect", ""},
};

bool excludes(const LogEvidence& evidence, std::string_view cause) {
  return std::ranges::find(evidence.excluded, cause) != evidence.excluded.end();
}

bool shows(const LogEvidence& evidence, std::string_view cause) {
  return std::ranges::find(evidence.shown, cause, &LogEvidence::Shown::cause) !=
         evidence.shown.end();
}

/// Words of people at the end of a clause that leave NCCL sockets alone: "without infiniband";
/// empty where there are none, or runs with another network stand beside it. "no RDMA errors" are
/// none.
std::string_view words_of_no_rdma(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWithout{
      "without infiniband", "without ib", "without rdma", "no infiniband", "no ib", "no rdma"};
  constexpr std::array<std::string_view, 6> kOthers{"roce",    "efa",       "with infiniband",
                                                    "with ib", "with rdma", "and without"};
  const auto is_there = [&](std::string_view words) { return core::has_word(text, words); };
  const std::string small = core::lower_case(text);
  for (const std::string_view words : kWithout) {
    for (std::size_t at = small.find(words); at != std::string::npos;
         at = small.find(words, at + 1)) {
      const std::size_t end = at + words.size();
      const bool starts = at == 0 || !core::is_letter_or_digit(small[at - 1]);
      const bool ends =
          end == small.size() || std::string_view(".,;:)\n").find(small[end]) != std::string::npos;
      if (!starts || !ends) continue;
      return std::ranges::any_of(kOthers, is_there) ? std::string_view() : words;
    }
  }
  return {};
}

}  // namespace

LogEvidence log_evidence(std::string_view text) {
  LogEvidence evidence;
  for (const Words& one : kWords) {
    const bool is_known =
        one.says == Says::Excludes ? excludes(evidence, one.cause) : shows(evidence, one.cause);
    if (is_known || core::find_part(text, one.words) == std::string_view::npos) continue;
    if (one.says == Says::Excludes) {
      evidence.excluded.emplace_back(one.cause);
      continue;
    }
    evidence.shown.push_back(
        {std::string(one.cause),
         fmt::format("The text says \"{}\": {}", core::trimmed(one.words), one.meaning)});
  }
  const std::string_view no_rdma = words_of_no_rdma(text);
  if (!no_rdma.empty() && !shows(evidence, "sockets")) {
    evidence.shown.push_back(
        {"sockets", fmt::format("The text says \"{}\": {} then", no_rdma, kUsesTcp)});
  }
  // Some ranks show it and some exclude it, or a log holds two runs.
  std::erase_if(evidence.shown, [&](const auto& one) { return excludes(evidence, one.cause); });
  // Adapters that read host memory exchange nothing with GPUs.
  if (shows(evidence, "no-gpudirect")) evidence.excluded.emplace_back("pcie-detour");
  return evidence;
}

std::vector<LikelyCause> ordered_by(const LogEvidence& evidence, std::vector<LikelyCause> causes) {
  std::erase_if(causes, [&](const LikelyCause& one) { return excludes(evidence, one.cause); });
  std::ranges::stable_partition(causes,
                                [&](const LikelyCause& one) { return shows(evidence, one.cause); });
  return causes;
}

}  // namespace treering::tuner::check
