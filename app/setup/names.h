// The names that questions take, from our tables.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace treering::app::setup {

enum class NameKind {
  Topology,
  Collective,
  Algorithm,           // of NCCL
  SimulatedAlgorithm,  // also those for comparison
  Protocol,
  ChannelCount,
  Model,
  Network,
  DataType,
  ReduceOp,
  FileFormat,
  ReadFormat,   // also those that are only read
  Exporter,     // for NCCL
  AnyExporter,  // also those for libraries on CPUs
  FloorForm,    // in which other programs take floors
  Runner,
  Backend,      // with its memory: "gloo on CPU"
  Binding,      // of the ranks that treering measure starts
  Variable,     // of NCCL, that is followed
  AnyVariable,  // also those that are not
  Field,        // of our formats, without effect on a time
  NcclVersion,
  GpuModel,
};

/// A name and its meaning in one line; empty where the name suffices.
struct Word {
  std::string name;
  std::string description;
};

/// The values of `kind`, in our order.
std::vector<Word> words_of(NameKind kind);

/// Their names, and "live" among topologies.
std::vector<std::string> names_of(NameKind kind);

/// Whether NCCL has an algorithm of SimulatedAlgorithm.
bool is_in_nccl(std::string_view algorithm);

/// The names of `kind` in a text such as "ring,tree", as our tables spell them; an empty list where
/// "all" is among them. Fails with Category::Usage, naming the closest.
core::Result<std::vector<std::string>> parse_names(NameKind kind, std::string_view text);

/// One of them, as our tables spell it. Fails likewise.
core::Result<std::string> parse_name(NameKind kind, std::string_view text);

/// Splits "a,b,c"; keeps empty parts, so that their reader can refuse them.
std::vector<std::string> split_list(std::string_view text);

}  // namespace treering::app::setup
