namespace Workflow.Perf.Table;

/// <summary>The operations per second that Microsoft's paper of 2010 states for the workload, on one core of its server.</summary>
internal sealed record Published(double Wf3, double Wf4);
