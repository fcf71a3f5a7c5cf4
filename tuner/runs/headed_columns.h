// The columns of a table that is not nccl-tests' own, by the words of its heading: tables of people
// in Markdown, PARAM's comms.py, DeepSpeed's communication benches, megatron-allreduce.
//
//   size       "Size", "size (B)", "Message size (MiB)", "total-size (B)", "size_bytes"
//   time       "time (us)", "Latency(us):p50", "Duration", "tavg(usec)"
//   algbw      "algbw (GB/s)", "AlgBW(GB/s)", "algorithm bandwidth"
//   busbw      "busbw", "BusBW (Gbps)", "AllReduce busbw (GB/s)"
//   elements   "Description", DeepSpeed's "268435456x4"
//   label      "Collective", "op", PARAM's COMMS-RES
//
// "Bandwidth" and "throughput" alone are none of these: DeepSpeed's throughput is twice the size
// over the time. Sources: facebookresearch/param, comms.py; microsoft/DeepSpeed,
// benchmarks/communication; IBM/pytorch-communication-benchmarks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {

struct HeadedColumn {
  enum class Kind : std::uint8_t { Other, Size, Time, Algbw, Busbw, Elements, Label };
  Kind kind = Kind::Other;
  std::string name;                            // in the words of the heading, without its unit
  double scale = 0;                            // to bytes, us or GB/s; 0: the heading names no unit
  bool may_be_bytes = false;                   // "Gbps", as people also write it for GB/s
  std::optional<core::Collective> collective;  // that the heading names
};

/// Where cells of a line end.
enum class CellEnd : std::uint8_t { Bar, Comma, Blanks };

struct Heading {
  CellEnd end = CellEnd::Blanks;
  std::vector<HeadedColumn> columns;

  /// The first column of that kind; nothing without one.
  std::optional<std::size_t> find(HeadedColumn::Kind kind) const;
};

/// The heading in a line: it names sizes and algbw, busbw or a time with its unit. Nothing for
/// other lines.
std::optional<Heading> heading_in(std::string_view line);

/// Why nobody knows what a heading means: two columns of busbw with names of their own, "Gbps"
/// without a time that tells bits from bytes. Empty where it is clear; figures in place are left
/// out.
std::string why_unclear(const Heading& heading);

/// The cells of a line of such a table.
std::vector<std::string_view> cells_of(std::string_view line, CellEnd end);

/// "1.0 GB", "256M", "1,048,576", "1_048_576", "8": bytes, by powers of 1024. Nothing for other
/// texts, and for a number without unit where neither the cell nor `scale` names one.
std::optional<std::uint64_t> bytes_in(std::string_view cell, double scale);

/// "44.06 ms", "365.6 Gbps", "**480.1**" in the unit of the kind (us, GB/s); of the cell's own unit
/// before that of the heading. Nothing for other texts, and for a cell in "Gbps".
std::optional<Figure> figure_in(std::string_view cell, const HeadedColumn& column);

}  // namespace treering::tuner::runs
