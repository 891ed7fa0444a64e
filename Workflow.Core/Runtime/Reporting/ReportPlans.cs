using Workflow.Definition;

namespace Workflow.Runtime.Reporting;

/// <summary>The plans that a program remembers, the one that was made last first.</summary>
internal sealed class ReportPlans : ProgramAttachment
{
    /// <summary>Replaced as a whole, by any thread; a plan that is lost in between is made again.</summary>
    public ReportPlan[] Known = [];
}
