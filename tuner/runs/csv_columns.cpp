#include "tuner/runs/csv_columns.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "core/text/suggest.h"

namespace treering::tuner::runs {
namespace {

struct ColumnEntry {
  CsvColumn value;
  std::string_view name;
};
constexpr std::array<ColumnEntry, 29> kColumns{{
    {CsvColumn::Id, "id"},
    {CsvColumn::Gpu, "gpu"},
    {CsvColumn::Network, "inter_link"},
    {CsvColumn::GpusPerNode, "gpus_per_node"},
    {CsvColumn::GpusPerProcess, "gpus_per_process"},
    {CsvColumn::Nodes, "nodes"},
    {CsvColumn::Ranks, "ranks"},
    {CsvColumn::NcclVersion, "nccl_version"},
    {CsvColumn::Collective, "collective"},
    {CsvColumn::Algorithm, "algo_forced"},
    {CsvColumn::Protocol, "proto_forced"},
    {CsvColumn::Channels, "nchannels_forced"},
    {CsvColumn::DataType, "datatype"},
    {CsvColumn::Op, "redop"},
    {CsvColumn::Size, "size_bytes"},
    {CsvColumn::TimeOut, "time_us_oop"},
    {CsvColumn::AlgbwOut, "algbw_oop_GBps"},
    {CsvColumn::BusbwOut, "busbw_oop_GBps"},
    {CsvColumn::TimeIn, "time_us_ip"},
    {CsvColumn::BusbwIn, "busbw_ip_GBps"},
    {CsvColumn::Wrong, "wrong"},
    {CsvColumn::TimeFrom, "time_from"},
    {CsvColumn::LowUs, "low_us"},
    {CsvColumn::HighUs, "high_us"},
    {CsvColumn::Converged, "converged"},
    {CsvColumn::Late, "late"},
    {CsvColumn::Notes, "notes"},
    {CsvColumn::Config, "config"},
    {CsvColumn::Kernels, "kernels"},
}};
static_assert(core::is_in_enum_order(kColumns));

/// Names that tables of reference figures give columns of ours.
constexpr std::array<ColumnEntry, 2> kOtherNames{{
    {CsvColumn::Gpu, "platform"},
    {CsvColumn::BusbwOut, "busbw_GBps"},
}};

// Where rows come from.
constexpr std::array<std::string_view, 4> kSourceColumns{"source", "source_url", "source_title",
                                                         "year"};

constexpr std::array<std::string_view, 5> kColumnsOfOthers{"system", "intra_link", "nics_per_node",
                                                           "nic_gbps", "cuda_version"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::any_of(names, [name](std::string_view other) {
    return core::is_same_name(core::trimmed(name, kCsvBlanks), other);
  });
}

}  // namespace

std::optional<CsvColumn> csv_column_named(std::string_view name) {
  for (const std::span<const ColumnEntry> table :
       {std::span<const ColumnEntry>(kColumns), std::span<const ColumnEntry>(kOtherNames)}) {
    for (const ColumnEntry& entry : table) {
      if (core::is_same_name(core::trimmed(name, kCsvBlanks), entry.name)) return entry.value;
    }
  }
  return {};
}

std::string_view name_of(CsvColumn column) {
  return kColumns.at(static_cast<std::size_t>(column)).name;
}

std::optional<std::string_view> closest_csv_column(std::string_view name) {
  return core::closest_name(core::trimmed(name, kCsvBlanks), core::names_of(kColumns));
}

bool is_csv_source_column(std::string_view name) {
  return is_one_of(kSourceColumns, name);
}

bool is_csv_column_of_others(std::string_view name) {
  return is_csv_source_column(name) || is_one_of(kColumnsOfOthers, name);
}

std::vector<std::string_view> csv_column_names() {
  return core::names_of(kColumns);
}

}  // namespace treering::tuner::runs
