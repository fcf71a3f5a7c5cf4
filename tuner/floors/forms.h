// Forms in which other programs take floors. To add one: a file in tuner/floors and a line in
// forms.def.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "tuner/floors/sheet.h"

namespace treering::tuner::floors {

/// Either a text or the reason why there is none.
struct Written {
  std::string text;
  std::string why_not;  // a sentence without full stop; empty when there is a text
};

struct Form {
  std::string_view name;
  std::string_view summary;
  Written (*write)(const Sheet&);
};

std::span<const Form> all_forms();

/// Of the form csv.
inline constexpr std::array<std::string_view, 18> kSheetColumns{
    "topology",   "gpu",       "nodes",      "hosts",      "ranks",      "nccl_version",
    "collective", "bytes",     "algorithm",  "protocol",   "channels",   "busbw_GBps",
    "low_GBps",   "high_GBps", "floor_GBps", "catches_15", "catches_35", "published_GBps"};

// Shared by the forms.

/// Lines that say what the figures are and where they come from, each behind `mark`.
std::string heading_of(const Sheet& sheet, std::string_view mark);

/// "catches a loss of 15 % in 40 of 100, of 35 % in 95".
std::string power_text(const Row& row);

/// "351.2": as JSON and CSV have it.
std::string figure(core::Bandwidth rate);

}  // namespace treering::tuner::floors
