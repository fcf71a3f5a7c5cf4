// Formats of recommendations for NCCL. To add one: a file in tuner/exporters and a line in
// exporters.def.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tuner/advice/recommend.h"
#include "tuner/exporters/comment.h"

namespace treering::tuner::exporters {

/// Either a text or the reason why there is none.
struct Export {
  std::string text;
  std::string why_not;  // a sentence; empty when there is a text
  std::string caveat;   // without which NCCL does not read it; empty, or without full stop
};

/// The communicators that a format distinguishes. EveryCommunicator needs Recommendation::others,
/// with a plan for each of them.
enum class Scope { ThisCommunicator, EveryCommunicator };

struct Exporter {
  std::string_view name;
  std::string_view summary;
  std::string_view undo;  // what to do so that NCCL chooses by itself again, without full stop
  Scope scope;
  Export (*write)(const advice::Recommendation&);
};

std::span<const Exporter> all_exporters();

/// Whether the version loads NVIDIA's example plugin, which reads tuner-csv; also where it is not
/// known.
bool loads_example_plugin(std::string_view nccl_version);

/// The head of a file: its content (`what`: "Choices"), machine, job and origin, and what NCCL's
/// search does not find.
Comment heading_of(const advice::Recommendation& recommendation, std::string_view what);

}  // namespace treering::tuner::exporters
