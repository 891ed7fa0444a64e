using System;
using System.ComponentModel;
using Workflow;
using Workflow.Statements;
using Workflow.Validation;

namespace PortedActivities.Faults;

/// <summary>Runs its body until it succeeds, with a pause between two attempts. The exception of the last attempt propagates.</summary>
public sealed class RetryScope : NativeActivity
{
    private readonly Variable<TimeSpan> _pause = new Variable<TimeSpan>();
    private readonly Variable<bool> _isFailed = new Variable<bool>();
    private readonly Delay _delay;

    public RetryScope()
    {
        _delay = new Delay { Duration = new InArgument<TimeSpan>(_pause) };
        MaxAttempts = new InArgument<int>(3);
        ExceptionType = typeof(Exception);
    }

    public Activity Body { get; set; }

    [RequiredArgument]
    public InArgument<int> MaxAttempts { get; set; }

    /// <summary>The length of the first pause. Each further pause is twice as long.</summary>
    public InArgument<TimeSpan> Interval { get; set; }

    /// <summary>The type of exception that is retried; every other exception propagates at once.</summary>
    public Type ExceptionType { get; set; }

    /// <summary>The number of attempts that were made.</summary>
    [DefaultValue(null)]
    public OutArgument<int> Attempts { get; set; }

    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        base.CacheMetadata(metadata);
        metadata.AddImplementationVariable(_pause);
        metadata.AddImplementationVariable(_isFailed);
        metadata.AddImplementationChild(_delay);
        if (ExceptionType == null || !typeof(Exception).IsAssignableFrom(ExceptionType))
        {
            metadata.AddValidationError(
                new ValidationError("The ExceptionType of '" + DisplayName + "' is not the type of an exception.", false, "ExceptionType"));
        }
    }

    protected override void Execute(NativeActivityContext context)
    {
        if (Body != null)
        {
            context.SetValue(_pause, context.GetValue(Interval));
            Attempt(context);
        }
    }

    private void Attempt(NativeActivityContext context)
    {
        context.SetValue(_isFailed, false);
        context.SetValue(Attempts, context.GetValue(Attempts) + 1);
        context.ScheduleActivity(Body, OnBodyCompleted, OnBodyFaulted);
    }

    private void OnBodyFaulted(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom)
    {
        bool isWorthAnother = ExceptionType.IsInstanceOfType(propagatedException);
        if (isWorthAnother && faultContext.GetValue(Attempts) < faultContext.GetValue(MaxAttempts))
        {
            faultContext.CancelChild(propagatedFrom);
            faultContext.SetValue(_isFailed, true);
            faultContext.HandleFault();
        }
    }

    private void OnBodyCompleted(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (context.GetValue(_isFailed))
        {
            context.ScheduleActivity(_delay, OnPaused);
        }
    }

    private void OnPaused(NativeActivityContext context, ActivityInstance completedInstance)
    {
        if (completedInstance.State == ActivityInstanceState.Closed)
        {
            TimeSpan pause = context.GetValue(_pause);
            context.SetValue(_pause, pause + pause);
            Attempt(context);
        }
    }
}
