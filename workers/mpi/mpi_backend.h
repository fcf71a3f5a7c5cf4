// A rank of a job of Open MPI, the algorithms that it is forced to, and the messages that it sends.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <mpi.h>

#include "core/call.h"
#include "core/result.h"
#include "tuner/measure/messages.h"
#include "workers/backend.h"

namespace treering::workers::mpi {

// Forces an algorithm of Open MPI's component coll/tuned by the control variables of MPI_T.
//
// coll_tuned_COLLECTIVE_algorithm is an enumeration whose names the library gives itself; a new
// communicator takes its value. It counts only where coll_tuned_use_dynamic_rules is true, which
// has to be set before MPI_Init.

/// The algorithms by the collective's name, without "ignore", the library's own choice.
std::map<std::string, std::vector<std::string>> forcible_algorithms();

/// What the variables hold before anything is forced: "ignore", or what the user set.
using OwnChoices = std::map<core::Collective, int>;
OwnChoices own_choices();

/// A copy of `world` whose `collective` runs `algorithm`, and all others what is in `own`; empty:
/// all of them.
core::Result<MPI_Comm> forced_communicator(MPI_Comm world, core::Collective collective,
                                           const std::string& algorithm, const OwnChoices& own);

// The messages that Open MPI's collectives send from this rank, noted below the collective: a
// source that does not know which algorithm was asked for.
//
// With pml_monitoring_enable, Open MPI 4's component pml/monitoring passes each message to
// mca_common_monitoring_record_pml (ompi/mca/common/monitoring/common_monitoring.h) before it goes
// to the network. Its own counts cannot be read in 4.1, since MPI_T loses its variables
// (open-mpi/ompi#9260), so the program defines that function itself.

void start_noting();
/// What was sent since, by receiver and size; `from` is this rank.
std::vector<tuner::measure::Sent> stop_noting(int rank);
/// Whether Open MPI has passed a message to us at all.
bool is_noting_possible();

// A rank of an MPI job.

class MpiBackend final : public Backend {
 public:
  /// \pre MPI and MPI_T are initialised
  MpiBackend();
  ~MpiBackend() override;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int ranks() const override { return ranks_; }
  [[nodiscard]] std::string library() const override;
  [[nodiscard]] std::map<std::string, std::vector<std::string>> algorithms() const override;

  void share(std::string& text) override;
  std::vector<double> gather(const std::vector<double>& own) override;
  std::vector<std::string> gather(const std::string& own) override;
  void line_up() override;
  void send(int to, double number) override;
  double receive(int from) override;

  core::Result<std::unique_ptr<PreparedCall>> prepare(const tuner::measure::Configuration& asked,
                                                      const Memory& memory) override;
  void start_witness() override;
  tuner::measure::Seen stop_witness() override;

 private:
  MPI_Comm control_ = MPI_COMM_NULL;  // for everything but the measured calls
  int rank_ = 0;
  int ranks_ = 1;
  OwnChoices own_ = own_choices();
};

}  // namespace treering::workers::mpi
