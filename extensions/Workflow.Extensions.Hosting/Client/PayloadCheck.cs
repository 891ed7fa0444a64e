using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Refuses values that do not fit the bookmark, if the definition is registered in this process and declares the expected type.</summary>
internal sealed class PayloadCheck(HostConfiguration configuration)
{
    /// <summary>Checks a value before it is sent.</summary>
    /// <exception cref="WorkflowPayloadException">The value does not fit.</exception>
    /// <remarks>
    /// A query is needed only if the value does not fit every definition that declares the bookmark. The query determines the definition of the instance.
    /// </remarks>
    public Task CheckAsync(InstanceStore store, WorkflowReference target, string bookmark, object? value, CancellationToken cancellationToken) =>
        configuration.Definitions.FitsAll(bookmark, value) ? Task.CompletedTask : CheckInstanceAsync(store, target, bookmark, value, cancellationToken);

    private async Task CheckInstanceAsync(InstanceStore store, WorkflowReference target, string bookmark, object? value, CancellationToken cancellationToken)
    {
        // In a transaction of the application, the value is checked on delivery only: a query outside the transaction could wait for rows that the transaction
        // has locked.
        if (!ReferenceEquals(store, configuration.Store)
            || await InstanceQueries.FindAsync(store, target, cancellationToken).ConfigureAwait(false) is not { DefinitionIdentity: { } identity } found
            || configuration.Definitions.Find(identity) is not { } definition
            || definition.Bookmarks.FindMismatch(bookmark, value) is not { } expected)
        {
            return;
        }

        string actual = value is null ? "Null" : $"A value of the type '{value.GetType()}'";
        throw new WorkflowPayloadException(
            value?.GetType(),
            $"{actual} cannot be sent to the bookmark '{bookmark}' of the instance '{found.InstanceId}', because the definition '{definition.Name}' {definition.Version} expects '{string.Join("' or '", expected)}'; send a value of that type.")
        {
            ExpectedType = expected[0],
        };
    }
}
