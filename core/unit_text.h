// Counts, sizes, times and rates as text, in the forms of nccl-tests and in our own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/result.h"
#include "core/units.h"

namespace treering::core {

/// Reads `8`, `1K`, `32M`, `8G` as nccl-tests' -b and -e do (powers of 1024, any case), and
/// what format_size writes: `1 MiB`, `8 B`. Fails with Category::Usage on anything else,
/// on fractions, and above 2^64 - 1; `where` names the place, e.g. "-b".
Result<Bytes> parse_size(std::string_view text, std::string_view where);

/// For people: `8 B`, `1 MiB`, `1.5 KiB`; rounded to at most two decimals.
std::string format_size(Bytes bytes);
std::string format_size(std::uint64_t bytes);

/// The shortest text that nccl-tests reads back as the same size: `8`, `1K`, `1536`, `8G`.
std::string format_size_option(Bytes bytes);

/// `3.21 us`, `1.50 ms`, `2.00 s`; in the unit that leaves at most three digits before the point.
/// `inf` when infinite.
std::string format_duration(Duration duration);

/// For marks of an axis: `100 us`, `1 ms`; in the largest unit of which it is no fraction, without
/// zeros behind the point.
std::string format_time_mark(Duration duration);

/// `450.00 GB/s`.
std::string format_bandwidth(Bandwidth bandwidth);

/// `1 row`, `2 rows`.
std::string counted(std::size_t count, std::string_view noun);
std::string counted(int count, std::string_view noun);

/// "1,048,576": digits in groups of three.
std::string grouped(std::uint64_t number);

}  // namespace treering::core
