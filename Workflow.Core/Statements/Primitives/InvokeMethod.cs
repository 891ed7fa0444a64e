using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Calls a public method of an object or of a type.</summary>
/// <remarks>
/// <para>The method is looked up once, when the definition is first used: by name, number of type arguments and types of the <see cref="Parameters"/>,
/// which fit a method's parameters as in C# (base types, wider numbers, optional parameters, a params array). None, or several that fit equally well,
/// is a validation error.</para>
/// <para>An exception of the method leaves the activity as the method threw it.</para>
/// </remarks>
public sealed class InvokeMethod : AsyncCodeActivity
{
    private NonNullCollection<Type>? _genericTypeArguments;
    private NonNullCollection<Argument>? _parameters;
    private MethodCall? _call;

    /// <summary>The type arguments of a generic method, in order; empty by default, never null, takes no null.</summary>
    public Collection<Type> GenericTypeArguments => _genericTypeArguments ??= [];

    /// <summary>The name of the method; required, case-sensitive.</summary>
    public string MethodName { get; set; } = null!;

    /// <summary>
    /// The arguments, in the order of the method's parameters; empty by default, never null, takes no null. An out parameter takes an
    /// <see cref="OutArgument{T}"/>, a ref parameter an <see cref="InOutArgument{T}"/>, any other an <see cref="InArgument{T}"/>.
    /// </summary>
    public Collection<Argument> Parameters => _parameters ??= [];

    /// <summary>Takes what the method returns; null, the default: it is dropped. Of an awaited task it may take the result instead of the task.</summary>
    public OutArgument? Result { get; set; }

    /// <summary>
    /// The object whose method is called; the static type of the argument says which methods there are, those of base interfaces included. Exactly one of
    /// this and <see cref="TargetType"/> is set. A null object in a run is an <see cref="ArgumentNullException"/>.
    /// </summary>
    public InArgument? TargetObject { get; set; }

    /// <summary>The type whose static method is called; null, the default: a method of <see cref="TargetObject"/>.</summary>
    public Type? TargetType { get; set; }

    /// <summary>
    /// Whether the method runs on a thread of the pool while the workflow goes on, and a task that it returns is awaited; false by default: it runs on the
    /// instance's thread. Cancelling does not interrupt it.
    /// </summary>
    public bool RunAsynchronously { get; set; }

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        if (TargetObject is not null)
        {
            Declare(metadata, nameof(TargetObject), TargetObject, isRequired: false);
        }

        if (Result is not null)
        {
            Declare(metadata, nameof(Result), Result, isRequired: false);
        }

        Argument[] parameters = NonNullCollection.ElementsOf(_parameters).ToArray();
        for (int i = 0; i < parameters.Length; i++)
        {
            Declare(metadata, $"Parameter{i}", parameters[i], parameters[i].Direction != ArgumentDirection.Out);
        }

        _call = Resolve(parameters, out string? problem);
        if (problem is not null)
        {
            metadata.AddValidationError(problem);
        }
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        object? target = TargetObject?.Get(context);
        if (target is null && TargetType is null)
        {
            throw NoTarget(nameof(TargetObject));
        }

        object?[] values = _call!.ReadArguments(context);
        if (RunAsynchronously)
        {
            return RunOnPoolAsync(context, target, values);
        }

        Complete(context, values, _call.Invoke(target, values));
        return Task.CompletedTask;
    }

    private static void Declare(CodeActivityMetadata metadata, string name, Argument argument, bool isRequired)
    {
        RuntimeArgument declared = new(name, argument.ArgumentType, argument.Direction, isRequired);
        metadata.Bind(argument, declared);
        metadata.AddArgument(declared);
    }

    private ArgumentNullException NoTarget(string argument) =>
        new(argument, $"'{DisplayName}' has no object to call '{MethodName}' on: its TargetObject is null; bind it to one.");

    private MethodCall? Resolve(Argument[] parameters, out string? problem)
    {
        if (string.IsNullOrEmpty(MethodName))
        {
            problem = $"'{DisplayName}' does not say which method to call; set its MethodName.";
            return null;
        }

        if (TargetObject is null == TargetType is null)
        {
            problem = $"'{DisplayName}' needs either a TargetObject or a TargetType to call '{MethodName}'; set exactly one of the two.";
            return null;
        }

        MethodSearch search = new(
            TargetType ?? TargetObject!.ArgumentType,
            TargetType is not null,
            MethodName,
            NonNullCollection.ElementsOf(_genericTypeArguments).ToArray(),
            parameters);
        MethodCall? call = search.Find(out problem);
        if (call is not null && Result is not null && !call.TrySetResult(Result.ArgumentType, RunAsynchronously))
        {
            problem = $"'{MethodCall.Describe(call.Method)}' returns '{call.Method.ReturnType}', "
                + $"which the Result of '{DisplayName}', a '{Result.ArgumentType}', cannot hold; "
                + "change the Result, or set RunAsynchronously where the value is the result of a task.";
        }

        return call;
    }

    private async Task RunOnPoolAsync(AsyncCodeActivityContext context, object? target, object?[] values)
    {
        // Cancellation is not handed on: what runs cannot be interrupted, and what it returns must not be lost (rule 3.4).
        object? returned = await Task.Run(() => _call!.Invoke(target, values), CancellationToken.None).ConfigureAwait(false);
        if (returned is Task operation)
        {
            await operation.ConfigureAwait(false);
        }

        Complete(context, values, returned);
    }

    private void Complete(AsyncCodeActivityContext context, object?[] values, object? returned)
    {
        _call!.WriteArguments(context, values);
        Result?.Set(context, _call.ToResult(returned, Result.ArgumentType));
    }
}
