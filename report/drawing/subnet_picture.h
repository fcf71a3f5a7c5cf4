// A fabric as a picture: its switches level by level, the hosts below the leaves. What is many is
// drawn as one.
#pragma once

#include "hw/fabric/analysis/fabric.h"
#include "report/drawing/sheet.h"

namespace treering::report::drawing {

Picture subnet_picture(const hw::fabric::Subnet& subnet,
                       const hw::fabric::analysis::SubnetFabric& found, const Heading& heading);

}  // namespace treering::report::drawing
