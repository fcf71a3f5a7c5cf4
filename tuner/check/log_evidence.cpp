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
