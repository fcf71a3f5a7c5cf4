// A tuning under way: what was measured, what follows from it, what comes next.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tune/round.h"
#include "tuner/tune/tune.h"

namespace treering::tuner::tune {

/// Choices are made from what was measured to choose. What is confirmed need not be confirmed
/// again, but other ways may still turn out to be faster.
class Course {
 public:
  /// \param pace outlives it
  Course(std::vector<Table> tables, const Pace& pace);

  /// What the next launch measures; no places where nothing is left to do.
  [[nodiscard]] Launch next(int number) const;
  void take(const std::vector<Shown>& shown);
  /// Whether choices or claims are open for want of measurements.
  [[nodiscard]] bool is_spent() const;
  [[nodiscard]] Tuning finished() const;
  [[nodiscard]] const std::vector<Table>& tables() const { return tables_; }

 private:
  /// A claim that stands, and whether more pairs may confirm it.
  struct Standpoint {
    std::size_t table = 0;
    Claim claim;
    std::size_t needed = 0;  // further pairs, usually
    bool is_open = false;
  };

  [[nodiscard]] std::size_t left() const;  // measurements
  [[nodiscard]] Cells cells(std::size_t table) const;
  [[nodiscard]] std::vector<std::size_t> repeats(std::size_t table, const Cells& cells) const;
  [[nodiscard]] std::vector<Place> places_to_choose() const;
  [[nodiscard]] std::vector<Standpoint> open_claims(std::size_t measurements) const;
  [[nodiscard]] std::size_t kept_to_confirm() const;
  [[nodiscard]] std::vector<Place> places_to_confirm() const;
  void judge();  // beliefs, choices, claims
  void judge_choices();
  void judge_claims();
  [[nodiscard]] std::vector<Claim> claims_on(std::size_t table) const;
  [[nodiscard]] std::size_t earlier_claims(std::size_t table) const;

  const Pace& pace_;
  std::vector<Table> tables_;
  std::vector<Belief> beliefs_;                   // of what choices are made from
  std::vector<std::vector<Standing>> standings_;  // likewise
  std::vector<Standpoint> claims_;
  std::size_t measurements_ = 0;
};

}  // namespace treering::tuner::tune
