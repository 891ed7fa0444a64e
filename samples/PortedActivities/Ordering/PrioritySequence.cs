using System.Collections.Generic;
using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Globalization;
using System.Linq;
using Workflow;

namespace PortedActivities.Ordering;

/// <summary>Runs its steps one after the other, those with the highest priority first. Steps with the same priority run as listed.</summary>
public sealed class PrioritySequence : NativeActivity
{
    private readonly Variable<Queue<int>> _waiting = new Variable<Queue<int>>();
    private Collection<PriorityStep> _steps;
    private Collection<Variable> _variables;

    public Collection<PriorityStep> Steps
    {
        get
        {
            if (_steps == null)
            {
                _steps = new Collection<PriorityStep>();
            }

            return _steps;
        }
    }

    public Collection<Variable> Variables
    {
        get
        {
            if (_variables == null)
            {
                _variables = new Collection<Variable>();
            }

            return _variables;
        }
    }

    /// <summary>The number of steps that have closed.</summary>
    [DefaultValue(null)]
    public OutArgument<int> StepsClosed { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        metadata.SetVariablesCollection(Variables);
        metadata.AddImplementationVariable(_waiting);

        RuntimeArgument closed = new RuntimeArgument("StepsClosed", typeof(int), ArgumentDirection.Out);
        metadata.Bind(StepsClosed, closed);
        metadata.AddArgument(closed);

        for (int i = 0; i < Steps.Count; i++)
        {
            PriorityStep step = Steps[i];
            if (step.Body == null)
            {
                metadata.AddValidationError(string.Format(CultureInfo.InvariantCulture, "Step {0} of '{1}' has no body.", i, DisplayName));
                continue;
            }

            metadata.AddChild(step.Body);

            RuntimeArgument priority = new RuntimeArgument(
                string.Format(CultureInfo.InvariantCulture, "Priority{0}", i), typeof(int), ArgumentDirection.In, true);
            metadata.Bind(step.Priority, priority);
            metadata.AddArgument(priority);
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        IEnumerable<int> order = Enumerable.Range(0, Steps.Count).OrderByDescending(index => Steps[index].Priority.Get(context));
        _waiting.Set(context, new Queue<int>(order));
        RunNext(context);
    }

    private void RunNext(NativeActivityContext context)
    {
        Queue<int> waiting = _waiting.Get(context);
        if (waiting.Count > 0)
        {
            context.ScheduleActivity(Steps[waiting.Dequeue()].Body, OnStepCompleted);
        }
    }

    private void OnStepCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (completedInstance.State == ActivityInstanceState.Closed)
        {
            StepsClosed.Set(context, StepsClosed.Get(context) + 1);
        }

        RunNext(context);
    }
}
