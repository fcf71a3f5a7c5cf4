// The communicators on which the calls of a measurement run, made so that each runs what it is
// asked to.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tuner/measure/configuration.h"
#include "workers/meeting/star.h"
#include "workers/nccl/libraries.h"
#include "workers/nccl/nccl_call.h"

namespace treering::workers::nccl {

using Variables = std::map<std::string, std::string>;

/// Where NCCL takes settings of calls, configurations with as many channels share one; else, and
/// where NCCL refuses that, each has one of its own. There is one at a time.
///
/// Ranks call functions together; they throw LostPeer.
class Communicators {
 public:
  /// \param found NCCL's variables as this process found them: NCCL's own choice.
  /// \pre all but `found` outlive this, and this outlives the calls
  Communicators(const Nccl& nccl, meeting::Star& star, Variables found);
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;
  ~Communicators();

  /// Gives `call` its communicator. The first call of a configuration runs once, so that what NCCL
  /// refuses is an answer. Returns the first reason of any rank; empty where it is ready.
  /// \pre check_ability(asked)
  std::string prepare(const tuner::measure::Configuration& asked, NcclCall& call);

  /// How the last one is made to run what was asked for; empty where NCCL chooses.
  [[nodiscard]] std::string forced_by() const;

 private:
  std::string run_on_shared(const tuner::measure::Configuration& asked, NcclCall& call);
  std::string run_on_own(const tuner::measure::Configuration& asked, NcclCall& call);
  std::string run_once(NcclCall& call, const std::string& algorithms);
  void connect(const tuner::measure::Configuration& asked);
  void disconnect();
  void force(const tuner::measure::Configuration& asked);

  const Nccl& nccl_;
  meeting::Star& star_;
  Variables found_;
  bool can_share_ = false;
  Communicator communicator_ = nullptr;
  std::optional<tuner::measure::Configuration> asked_;  // what ran on it last
  std::optional<int> shared_channels_;                  // its own, where configurations share it
};

}  // namespace treering::workers::nccl
