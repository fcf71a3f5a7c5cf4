// A rank of an MPI job.
#pragma once

#include <mpi.h>

#include "workers/backend.h"
#include "workers/mpi/forced.h"

namespace treering::workers::mpi {

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
