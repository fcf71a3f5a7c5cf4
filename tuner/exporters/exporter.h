// Formats of recommendations for NCCL, with the comments and settings that their files share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/advice/recommend.h"

namespace treering::tuner::exporters {

// Comments of the files that exporters write for shells, NCCL and its plugin.

/// Lines that start with '#'. No text can end a line early: unprintable characters
/// (core/text/quote.h), including line ends, become '?'. No line is longer than a reader of it can
/// take (kMostLineBytes in plugin_csv.h): a longer one is broken, at a space where it has one.
class Comment {
 public:
  /// "# text"; "#" alone for an empty one.
  void add(std::string_view text);
  /// Adds each line of a text of ours.
  void add_lines(std::string_view text);
  /// Adds a sentence in lines of up to 96 characters; nothing if it is empty.
  void add_wrapped(std::string_view sentence);

  /// "# text", for the end of a line of a reader that takes lines of any length: Open MPI's rules.
  static std::string behind(std::string_view text);

  const std::string& text() const { return text_; }
  bool operator==(const Comment&) const = default;

 private:
  std::string text_;
};

// Formats of recommendations for NCCL. To add one: a file in tuner/exporters and a line in
// exporters.def.

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

/// "from 8 B to 8 GiB", "at 8 B". \pre the recommendation has sizes
std::string sizes_text(const advice::Recommendation& recommendation);

/// Whether a choice by size is another than NCCL's own at some of the sizes, which it only is where
/// it gains, or where NCCL's search finds nothing for NCCL's own.
bool changes_a_choice(const advice::Recommendation& recommendation);

/// Whether the version loads NVIDIA's example plugin, which reads tuner-csv; also where it is not
/// known.
bool loads_example_plugin(std::string_view nccl_version);

/// The head of a file: its content (`what`: "Choices"), machine, job and origin, and what NCCL's
/// search does not find.
Comment heading_of(const advice::Recommendation& recommendation, std::string_view what);

// Shared by the exporters env and nccl.conf: the decision to write, the comments, and the values.

struct Setting {
  std::string variable;  // "NCCL_ALGO"
  std::string value;     // "allreduce:nvls,ring;allgather:ring"
};

/// Settings that beat NCCL's own choices, or why there are none.
struct Settings {
  std::vector<Setting> settings;
  Comment comment;
  std::string why_not;  // a sentence; empty when there are settings
};

Settings settings_for(const advice::Recommendation& recommendation);

}  // namespace treering::tuner::exporters
