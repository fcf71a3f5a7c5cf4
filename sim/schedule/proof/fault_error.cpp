#include "sim/schedule/proof/fault_error.h"

#include <fmt/format.h>

#include "core/json/fields.h"

namespace treering::sim::schedule {
namespace {

/// What would be right, and how to come there.
struct Advice {
  std::string expected;
  std::string hint;
};

Advice advice_on(Fault::Kind kind) {
  switch (kind) {
    case Fault::Kind::BadPort:
      return {"expected connections with two ends", "each 'send' has its 'receive'"};
    case Fault::Kind::BadData:
      return {"expected the data that the step names",
              "sender and receiver name the same chunks, and a rank has what it was given or kept"};
    case Fault::Kind::Twice:
      return {"expected each value once",
              "without 'reduce' a message takes the place of the rank's own data"};
    case Fault::Kind::Race:
      return {"expected an order of the two",
              "put both steps into one stream, or let one stream wait for a message of the other"};
    case Fault::Kind::Deadlock:
      return {"expected that each can go on", "each 'receive' needs a 'send' that comes before it"};
    case Fault::Kind::Leftover:
      return {"expected a step that receives each message",
              "each 'send' needs a 'receive' of the other rank"};
    case Fault::Kind::Unkept:
      return {"expected what the collective promises",
              "follow the missing value from the rank that has it, step by step"};
  }
  return {};
}

std::string pointer_to(const Fault& fault) {
  if (!fault.place) return "/streams";
  const std::string stream = fmt::format("/streams/{}", fault.place->stream);
  return fault.place->step ? fmt::format("{}/steps/{}", stream, *fault.place->step) : stream;
}

}  // namespace

core::Error error_of(const Fault& fault, const std::string& file, std::string_view text) {
  Advice advice = advice_on(fault.kind);
  if (fault.lacks_slots) advice.hint += "; with a higher /slots senders do not wait";
  core::FirstProblem problem(file, text);
  problem.note({core::Category::BadInput, pointer_to(fault), "the schedule is wrong: " + fault.text,
                advice.expected, advice.hint});
  return problem.error();
}

}  // namespace treering::sim::schedule
