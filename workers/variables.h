// Variables that change how a library carries data. They make two measurements two things.
#pragma once

#include <string>
#include <vector>

namespace treering::workers {

/// "OMPI_MCA_btl=tcp,self; UCX_TLS=tcp", by name; "none". Variables of Open MPI count where they
/// are of frameworks that move data (a launcher sets many others, which differ from job to job),
/// and are not those that every measurement here sets. \param environment "NAME=value" each
std::string variables_text(const std::vector<std::string>& environment);

/// Of this process.
std::string variables_text();

/// A stand-in for this machine's name: 8 hex digits, equal for equal names. It says whether two
/// results are of the same hosts without naming them.
std::string host_mark(const std::string& name);
std::string host_mark();

}  // namespace treering::workers
