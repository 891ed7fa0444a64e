namespace Workflow;

/// <summary>Called when a scheduled activity has completed in any state.</summary>
/// <param name="context">The context of the activity that scheduled the completed activity.</param>
/// <param name="completedInstance">The completed instance.</param>
public delegate void CompletionCallback(NativeActivityContext context, ActivityInstance completedInstance);

/// <summary>Called when a scheduled activity with a result has completed in any state.</summary>
/// <typeparam name="TResult">The type of the result.</typeparam>
/// <param name="context">The context of the activity that scheduled the completed activity.</param>
/// <param name="completedInstance">The completed instance.</param>
/// <param name="result">The current value of the result; the default value if it was not set (rule 4.13).</param>
public delegate void CompletionCallback<TResult>(NativeActivityContext context, ActivityInstance completedInstance, TResult result);

/// <summary>Called when a scheduled delegate has completed in any state.</summary>
/// <param name="context">The context of the activity that scheduled the completed delegate.</param>
/// <param name="completedInstance">The completed instance.</param>
/// <param name="outArguments">The out arguments of the delegate by name; never null (rule 13.2).</param>
public delegate void DelegateCompletionCallback(NativeActivityContext context, ActivityInstance completedInstance, IDictionary<string, object?> outArguments);

/// <summary>Called when an exception leaves a scheduled activity, before its ancestors are aborted (rule 5.2).</summary>
/// <param name="faultContext">
/// The context of the activity that scheduled the faulted activity. <see cref="NativeActivityFaultContext.HandleFault"/> ends the propagation.
/// </param>
/// <param name="propagatedException">The exception.</param>
/// <param name="propagatedFrom">
/// The child from which the exception comes. The child may still be executing, because only the source of the exception is aborted (rule 5.3).
/// </param>
public delegate void FaultCallback(NativeActivityFaultContext faultContext, Exception propagatedException, ActivityInstance propagatedFrom);
