using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Expressions;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Calls a public method of an object or of a type.</summary>
/// <remarks>
/// <para>The method is looked up once, when the definition is first used, by name, number of type arguments and types of the <see cref="Parameters"/>, which
/// match a method's parameters as in C# (base types, wider numbers, optional parameters, a params array, also together). If no method matches, or several match
/// equally well, the definition is invalid.</para>
/// <para>The activity faults with the exception that the method throws.</para>
/// </remarks>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class InvokeMethod : AsyncCodeActivity
{
    private NonNullCollection<Type>? _genericTypeArguments;
    private NonNullCollection<Argument>? _parameters;
    private BoundMethod? _method;
    private RuntimeArgument _result = null!;

    /// <summary>The type arguments of a generic method, in order; empty by default, never null, null items are not allowed.</summary>
    public Collection<Type> GenericTypeArguments => _genericTypeArguments ??= [];

    /// <summary>The name of the method; required, case-sensitive.</summary>
    public string MethodName { get; set; } = null!;

    /// <summary>
    /// The arguments, in the order of the method's parameters; empty by default, never null, null items are not allowed. An out parameter needs an
    /// <see cref="OutArgument{T}"/>, a ref parameter an <see cref="InOutArgument{T}"/>, any other an <see cref="InArgument{T}"/>.
    /// </summary>
    public Collection<Argument> Parameters => _parameters ??= [];

    /// <summary>
    /// The argument for the returned value. If null, the default, the value is ignored, except that it is an output of the workflow if this activity is the
    /// root. For an awaited task, the argument can have the type of the task or of its result; without an argument, the output is the result.
    /// </summary>
    public OutArgument? Result { get; set; }

    /// <summary>
    /// The object whose method is called. The type of the argument determines the available methods, including those of base interfaces. Set either
    /// this or <see cref="TargetType"/>. A null object in a run causes an <see cref="ArgumentNullException"/>.
    /// </summary>
    public InArgument? TargetObject { get; set; }

    /// <summary>The type whose static method is called. If null, the default, a method of <see cref="TargetObject"/> is called.</summary>
    public Type? TargetType { get; set; }

    /// <summary>
    /// True to run the method on a thread of the pool while the workflow continues, and to await a returned task or <see cref="ValueTask"/>. If false, the
    /// default, the method runs on the instance's thread. Cancellation does not interrupt the method.
    /// </summary>
    public bool RunAsynchronously { get; set; }

    internal override bool IsUnloadable => TargetType?.IsCollectible == true || base.IsUnloadable;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _method = BoundMethod.Bind(this, metadata, new MethodDescription
        {
            MethodName = MethodName,
            TargetObject = TargetObject,
            TargetType = TargetType,
            TypeArguments = NonNullCollection.ElementsOf(_genericTypeArguments).ToArray(),
            Parameters = NonNullCollection.ElementsOf(_parameters).ToArray(),
            ResultType = Result?.ArgumentType,
            RunAsynchronously = RunAsynchronously,
        });
        _result = new RuntimeArgument(nameof(Result), Result?.ArgumentType ?? typeof(object), ArgumentDirection.Out);
        metadata.Bind(Result, _result);
        metadata.AddArgument(_result);
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        if (RunAsynchronously)
        {
            return InvokeOnPoolAsync(context);
        }

        object? value = _method!.Invoke(context);
        _result.Set(context, value);
        return Task.CompletedTask;
    }

    private async Task InvokeOnPoolAsync(AsyncCodeActivityContext context)
    {
        object? value = await _method!.InvokeOnPoolAsync(context).ConfigureAwait(false);
        _result.Set(context, value);
    }
}
