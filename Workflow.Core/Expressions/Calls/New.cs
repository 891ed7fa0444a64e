using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Creates an object with a public constructor, or a value.</summary>
/// <remarks>
/// The constructor is determined once, when the definition is first used, by the types of the <see cref="Arguments"/>, which match its parameters as in C#.
/// If no constructor matches, or several match equally well, the definition is invalid. The activity faults with the exception that the constructor throws.
/// </remarks>
/// <typeparam name="TResult">The type to create: a class that is not abstract, or a value type. For arrays use <see cref="NewArray{TResult}"/>.</typeparam>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[RequiresDynamicCode(TrimmingNotes.ByType)]
[UnconditionalSuppressMessage("Trimming", "IL2112", Justification = TrimmingNotes.Maker)]
public sealed class New<TResult> : CodeActivity<TResult>
{
    private NonNullCollection<Argument>? _arguments;
    private MethodCall? _constructor;

    /// <summary>
    /// The arguments, in the order of the constructor's parameters; empty by default, never null, null items are not allowed. An out parameter needs an
    /// <see cref="OutArgument{T}"/>, a ref parameter an <see cref="InOutArgument{T}"/>, any other an <see cref="InArgument{T}"/>. Without arguments, the
    /// result for a value type without a parameterless constructor is its default value.
    /// </summary>
    public Collection<Argument> Arguments => _arguments ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        Argument[] arguments = NonNullCollection.ElementsOf(_arguments).ToArray();
        metadata.DeclareAll("Argument", arguments);
        _constructor = ConstructorSearch.Find(typeof(TResult), arguments, out string? problem);
        if (problem is not null)
        {
            metadata.AddValidationError(problem);
        }
    }

    /// <inheritdoc/>
    protected override TResult Execute(CodeActivityContext context)
    {
        if (_constructor is null)
        {
            return default!;
        }

        object?[] values = _constructor.ReadArguments(context);
        TResult result = (TResult)_constructor.Invoke(null, values)!;
        _constructor.WriteArguments(context, values);
        return result;
    }
}
