// Times and bandwidths as nccl-tests prints them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/units.h"

namespace treering::report {

/// Microseconds in seven columns, with up to two decimals: "35.20", "47535.1" (nccl-tests,
/// src/util.cu, getFloatStr).
std::string time_figure(core::Duration time);

/// GB/s in six columns, likewise: "0.24", "370.12".
std::string bandwidth_figure(core::Bandwidth bandwidth);

/// "31.2..49", "43200..51500": microseconds to three significant digits.
std::string interval_figure(core::Duration low, core::Duration high);

/// For people, in the largest unit of which there is one: "107 us", "47.5 ms".
std::string short_time(core::Duration time);

/// Likewise, both in the unit of the second: "41.6 to 55.8 ms".
std::string short_times(core::Duration low, core::Duration high);

/// To so many significant digits, large figures without exponent: "41.2", "1080", not "1.08e+03".
std::string significant(double value, int digits = 3);

/// "Tree/LL128".
std::string choice_name(std::string_view algorithm, std::string_view protocol);

/// Sizes from the first on that belong together: "256 KiB to below 8 MiB" where others begin at 8
/// MiB, so that what lies between two sizes of a table belongs to one of them; "512 MiB to 8 GiB"
/// where none follow; "1 MiB".
std::string sizes_text(core::Bytes first, core::Bytes last, std::optional<core::Bytes> below = {});

/// Bold where the display allows it.
std::string bold(std::string_view text, bool is_allowed);

/// The last guard before text leaves the program: '?' replaces what is not fit to be shown
/// (core/text/quote.h), except line ends, tabs and, where allowed, what bold() adds.
std::string guarded(std::string_view text, bool is_bold_allowed);

}  // namespace treering::report
