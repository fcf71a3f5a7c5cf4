// The subcommands: each is a function of the arguments, in a file of its name.
#pragma once

#include "cli/command.h"

namespace treering::cli {

core::Result<Answer> run_show(const Arguments& arguments, const Display& display);
core::Result<Answer> run_predict(const Arguments& arguments, const Display& display);
core::Result<Answer> run_explain(const Arguments& arguments, const Display& display);
core::Result<Answer> run_simulate(const Arguments& arguments, const Display& display);
core::Result<Answer> run_export(const Arguments& arguments, const Display& display);
core::Result<Answer> run_convert(const Arguments& arguments, const Display& display);
core::Result<Answer> run_diff(const Arguments& arguments, const Display& display);
core::Result<Answer> run_discover(const Arguments& arguments, const Display& display);
core::Result<Answer> run_measure(const Arguments& arguments, const Display& display);
core::Result<Answer> run_tune(const Arguments& arguments, const Display& display);
core::Result<Answer> run_import(const Arguments& arguments, const Display& display);
core::Result<Answer> run_doctor(const Arguments& arguments, const Display& display);
core::Result<Answer> run_check(const Arguments& arguments, const Display& display);
core::Result<Answer> run_calibrate(const Arguments& arguments, const Display& display);
core::Result<Answer> run_validate(const Arguments& arguments, const Display& display);
core::Result<Answer> run_report(const Arguments& arguments, const Display& display);
core::Result<Answer> run_list(const Arguments& arguments, const Display& display);
core::Result<Answer> run_completion(const Arguments& arguments, const Display& display);
core::Result<Answer> run_man(const Arguments& arguments, const Display& display);

}  // namespace treering::cli
