namespace Workflow.Expressions;

/// <summary>Returns the location of an argument of the enclosing activity, by name.</summary>
/// <typeparam name="T">The type of the argument.</typeparam>
public sealed class ArgumentReference<T> : EnvironmentLocationReference<T>, IArgumentByName
{
    private LocationReference? _found;

    /// <summary>Creates an expression without a name; set <see cref="ArgumentName"/>.</summary>
    public ArgumentReference()
    {
    }

    /// <summary>Creates an expression.</summary>
    /// <param name="argumentName">The name under which the enclosing activity declares the argument.</param>
    public ArgumentReference(string? argumentName) => ArgumentName = argumentName;

    /// <summary>The name. A null, empty or unknown name is a validation error.</summary>
    public string? ArgumentName { get; set; }

    /// <inheritdoc/>
    public override LocationReference? LocationReference => _found;

    /// <summary>Returns the name of the argument, or the id and display name of the expression if the name is not set.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => ArgumentName is { Length: > 0 } name ? name : base.ToString();

    /// <inheritdoc/>
    protected override void CacheMetadata(CodeActivityMetadata metadata)
    {
        _found = metadata.Declaration.FindArgument(ArgumentName);
        if (_found is null)
        {
            metadata.AddValidationError(
                $"The argument '{ArgumentName}' does not exist around this expression; name an argument of the activity whose implementation it is in.");
            return;
        }

        base.CacheMetadata(metadata);
    }
}
