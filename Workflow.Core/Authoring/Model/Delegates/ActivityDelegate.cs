using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Foundation;

namespace Workflow;

/// <summary>A parameterized part of a workflow that an activity gets from its user and schedules: a body, a catch, a callback.</summary>
/// <remarks>A delegate is, like an activity, a definition that all runs share.</remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)]
public abstract class ActivityDelegate
{
    private string? _displayName;
    private ActivityDeclaration? _walk;

    /// <summary>Initializes a delegate.</summary>
    protected ActivityDelegate()
    {
    }

    /// <summary>The name in errors; the name of the type by default. Null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? TypeNames.Of(GetType());
        set => _displayName = value;
    }

    /// <summary>The activity that runs when the delegate is scheduled. If null, the delegate completes at once (rule 13.1).</summary>
    public Activity? Handler { get; set; }

    /// <summary>The text for debuggers.</summary>
    internal string DebuggerText => DebuggerTexts.Of(this);

    /// <summary>The parameters that the last walk declared.</summary>
    internal IReadOnlyList<RuntimeDelegateArgument> Parameters { get; set; } = [];

    /// <summary>The index among the delegates of the program; undefined before the first walk.</summary>
    internal int Number { get; set; }

    /// <summary>The activity that declares the delegate in the last walk.</summary>
    internal Activity? Owner { get; set; }

    /// <summary>The relation of the handler to the owner.</summary>
    internal ChildRelation Relation { get; set; }

    /// <summary>The last walk that included this delegate.</summary>
    internal ActivityDeclaration? Walk => _walk;

    /// <inheritdoc/>
    public override string ToString() => DisplayName;

    /// <summary>Gets the argument with the result of a function; null for an action.</summary>
    /// <returns>The argument.</returns>
    protected virtual DelegateOutArgument? GetResultArgument() => null;

    /// <summary>Adds the parameters. The default adds one for each public property that is a delegate argument.</summary>
    /// <param name="runtimeDelegateArguments">Collects the parameters.</param>
    protected virtual void OnGetRuntimeDelegateArguments(IList<RuntimeDelegateArgument> runtimeDelegateArguments)
    {
        ArgumentNullException.ThrowIfNull(runtimeDelegateArguments);
        TypeMetadata.Of(GetType()).AddDelegateArguments(this, runtimeDelegateArguments);
    }

    /// <summary>Adds the delegate to a walk, as <see cref="Activity.Join"/> does for activities.</summary>
    internal bool Join(ActivityDeclaration walk, out ActivityDeclaration? former)
    {
        former = Volatile.Read(ref _walk);
        return former?.IsActiveOnOtherThread != true && Interlocked.CompareExchange(ref _walk, walk, former) == former;
    }

    internal void Declare()
    {
        List<RuntimeDelegateArgument> parameters = [];
        OnGetRuntimeDelegateArguments(parameters);
        Parameters = parameters;
    }

    /// <summary>Calls a typed completion callback with the result of the function.</summary>
    internal virtual void InvokeCompletion(
        Delegate callback, NativeActivityContext context, ActivityInstance completed, LocationEnvironment? arguments) => throw new NotSupportedException();

    /// <summary>Returns the values of the out parameters by name.</summary>
    internal Dictionary<string, object?> ReadOutputs(LocationEnvironment? arguments)
    {
        Dictionary<string, object?> outputs = [];
        foreach (RuntimeDelegateArgument parameter in Parameters)
        {
            if (parameter.Direction != ArgumentDirection.In)
            {
                outputs[parameter.Name] = arguments is null || parameter.BoundArgument is null ? null : arguments.Slots[parameter.BoundArgument.Slot].Value;
            }
        }

        return outputs;
    }

    /// <summary>Checks number, names and types of the in parameters (rule 13.2).</summary>
    internal void CheckInputs(IDictionary<string, object?>? inputs)
    {
        List<string>? problems = null;
        int expected = 0;
        foreach (RuntimeDelegateArgument parameter in Parameters)
        {
            if (parameter.Direction == ArgumentDirection.Out)
            {
                continue;
            }

            expected++;
            object? value = null;
            if (inputs?.TryGetValue(parameter.Name, out value) != true)
            {
                (problems ??= []).Add($"'{parameter.Name}' is missing");
            }
            else if (!TypeMetadata.Accepts(parameter.Type, value))
            {
                (problems ??= []).Add($"'{parameter.Name}' needs a '{parameter.Type}', not a '{value?.GetType().ToString() ?? "null"}'");
            }
        }

        if (inputs is not null && inputs.Count != expected)
        {
            (problems ??= []).Add(string.Create(CultureInfo.InvariantCulture, $"{expected} are expected, {inputs.Count} were given"));
        }

        if (problems is not null)
        {
            throw new ArgumentException($"The parameters of the delegate '{DisplayName}' do not fit: {string.Join("; ", problems)}.", nameof(inputs));
        }
    }

    internal void FillInputs(LocationEnvironment? arguments, IDictionary<string, object?>? inputs)
    {
        if (arguments is null || inputs is null)
        {
            return;
        }

        foreach (RuntimeDelegateArgument parameter in Parameters)
        {
            if (parameter.Direction != ArgumentDirection.Out && parameter.BoundArgument is { } bound)
            {
                arguments.Slots[bound.Slot].Value = inputs[parameter.Name];
            }
        }
    }

    private protected static void Write<T>(LocationEnvironment? arguments, DelegateInArgument<T>? argument, T value)
    {
        if (arguments is not null && argument is not null)
        {
            Location<T>.Write(arguments.Slots[argument.Slot], value);
        }
    }

    /// <summary>Calls a completion callback with the result of the handler.</summary>
    private protected static void Call<T>(Delegate callback, NativeActivityContext context, ActivityInstance completed, T result)
    {
        Debug.Assert(callback is CompletionCallback<T>, "ScheduleFunc accepts a callback with the type of the result only.");
        Unsafe.As<CompletionCallback<T>>(callback)(context, completed, result);
    }

    private protected static T Read<T>(LocationEnvironment? arguments, DelegateOutArgument<T>? argument) =>
        arguments is null || argument is null ? default! : Location<T>.Read(arguments.Slots[argument.Slot]);
}
