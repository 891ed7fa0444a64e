using System;
using System.ComponentModel;
using Workflow;
using Workflow.Statements;

namespace PortedActivities.Waiting;

/// <summary>
/// Limits the time of its body. When the time has elapsed, the body is canceled and the handler runs; without a handler, a <see cref="TimeoutException"/> is
/// thrown.
/// </summary>
public sealed class TimeoutScope : Activity
{
    public TimeoutScope()
    {
        Implementation = CreateBody;
    }

    [RequiredArgument]
    public InArgument<TimeSpan> Timeout { get; set; }

    [DefaultValue(null)]
    public Activity Body { get; set; }

    [DefaultValue(null)]
    public Activity TimeoutHandler { get; set; }

    private Activity CreateBody()
    {
        return new Pick
        {
            Branches =
            {
                new PickBranch { DisplayName = "Body", Trigger = Body ?? new Sequence() },
                new PickBranch
                {
                    DisplayName = "Time",
                    Trigger = new Delay { Duration = new InArgument<TimeSpan>(context => Timeout.Get(context)) },
                    Action = TimeoutHandler
                        ?? new Throw { Exception = new InArgument<Exception>(context => new TimeoutException("'" + DisplayName + "' took too long.")) },
                },
            },
        };
    }
}
