using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Calls a public method of an object or of a type and returns its value.</summary>
/// <remarks>
/// <para>The method is determined once, when the definition is first used, by its name, the number of type arguments and the types of the
/// <see cref="Parameters"/>. These match the parameters of a method as in C#: base types, wider numbers, optional parameters and a params array, also in
/// combination. The definition is invalid if no method matches, if several match equally well, or if <typeparamref name="TResult"/> is not compatible with
/// the returned type.</para>
/// <para>The activity faults with the exception that the method throws.</para>
/// </remarks>
/// <typeparam name="TResult">The type of the value; with <see cref="RunAsynchronously"/> it can be the type of an awaited task's result.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class InvokeMethod<TResult> : AsyncCodeActivity<TResult>
{
    private NonNullCollection<Type>? _genericTypeArguments;
    private NonNullCollection<Argument>? _parameters;
    private BoundMethod? _method;

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
    /// The object whose method is called. The type of the argument determines the available methods, including those of base interfaces. Exactly one of
    /// this property and <see cref="TargetType"/> must be set. A null object causes an <see cref="ArgumentNullException"/> at run time (rule 20.4.4).
    /// </summary>
    public InArgument? TargetObject { get; set; }

    /// <summary>The type whose static method is called; null, the default, to call a method of <see cref="TargetObject"/>.</summary>
    public Type? TargetType { get; set; }

    /// <summary>
    /// True to run the method on a thread of the pool while the workflow continues, and to await a returned task or <see cref="ValueTask"/>. False, the
    /// default, to run the method on the instance's thread. Cancellation does not interrupt the method.
    /// </summary>
    public bool RunAsynchronously { get; set; }

    internal override bool IsUnloadable => TargetType?.IsCollectible == true || base.IsUnloadable;

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata) => _method = BoundMethod.Bind(this, metadata, new MethodDescription
    {
        MethodName = MethodName,
        TargetObject = TargetObject,
        TargetType = TargetType,
        TypeArguments = NonNullCollection.ElementsOf(_genericTypeArguments).ToArray(),
        Parameters = NonNullCollection.ElementsOf(_parameters).ToArray(),
        ResultType = typeof(TResult),
        RunAsynchronously = RunAsynchronously,
    });

    /// <inheritdoc/>
    protected override Task<TResult> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
        RunAsynchronously ? InvokeOnPoolAsync(context) : Task.FromResult((TResult)_method!.Invoke(context)!);

    private async Task<TResult> InvokeOnPoolAsync(AsyncCodeActivityContext context) =>
        (TResult)(await _method!.InvokeOnPoolAsync(context).ConfigureAwait(false))!;
}
