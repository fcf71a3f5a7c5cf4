// Answers as JSON and CSV: the form of a document, and the parts that several commands have in
// common.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/normal.h"
#include "app/setup/guesses.h"
#include "app/setup/setup.h"
#include "app/variants.h"
#include "core/topology/cluster.h"

namespace treering::cli {

// JSON for programs that people can still read: a line for each entry, figures rounded to what they
// mean. What treering reads again (topologies, profiles) is written elsewhere, with all digits.

/// Each member of the object on a line of its own; also each element of a member that is an array
/// of objects or arrays. Ends with a line break.
std::string to_lines(const nlohmann::ordered_json& document);

/// The same written piece by piece, for arrays too long to keep as values. All figures are
/// rounded().
class JsonLines {
 public:
  /// Memory for a text of that many bytes, which else is copied whenever it has doubled.
  void reserve(std::size_t bytes) { text_.reserve(bytes); }
  void add(std::string_view name, nlohmann::ordered_json value);
  /// An array whose elements follow; the next add() ends it.
  void begin_array(std::string_view name);
  void add_element(nlohmann::ordered_json element);
  std::string finish();

 private:
  enum class Inside { Object, EmptyArray, Array };
  void begin_member(std::string_view name);
  void put_element(const nlohmann::ordered_json& element);
  void end_array();

  std::string text_ = "{";
  Inside inside_ = Inside::Object;
};

/// The object with the notes of its answer as its last member. \pre it ends as finish() ends one
std::string with_notes(std::string object, const std::vector<std::string>& notes);

/// As core::rounded(), for all JSON and CSV.
double rounded(double value);

/// Null for what is empty, or 0.
nlohmann::ordered_json or_null(const std::string& text);
nlohmann::ordered_json or_null(int number);

/// The object's values as a line of CSV, with its end, rounded() likewise; null is an empty field.
std::string csv_row(const nlohmann::ordered_json& object);

// The JSON and CSV of a job, for several commands.

/// The fields of our cluster JSON; null when unknown.
nlohmann::ordered_json fabric_json(const core::Fabric& fabric);

/// An object of names and values.
nlohmann::ordered_json environment_json(const app::setup::Variables& variables);

/// The names of what is only assumed of the machine: ["nvlinks", "gpus"].
nlohmann::ordered_json guesses_json(const std::vector<app::setup::Guess>& guesses);
nlohmann::ordered_json guesses_json(const app::setup::Setup& setup);

/// The answers with each plausible value of what was assumed, where they differ.
nlohmann::ordered_json variants_json(const std::vector<app::DecidingFact>& facts, int ranks);

/// The names of guesses for a field of CSV: "nvlinks gpus".
std::string guesses_text(const app::setup::Setup& setup);

// What measured figures can be laid beside, for several commands.

nlohmann::ordered_json published_json(const app::PublishedBeside& beside);

nlohmann::ordered_json forced_json(const tuner::check::ForcedChoice& one);

nlohmann::ordered_json loss_json(const app::MeasuredLoss& loss);

/// The steps of a ceiling.
nlohmann::ordered_json steps_json(const app::Ceiling& ceiling);

}  // namespace treering::cli
