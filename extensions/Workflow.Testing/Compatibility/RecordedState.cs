using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>The members of a saved state that a store keeps in separate columns.</summary>
internal sealed record RecordedState(Guid InstanceId, WorkflowIdentity? Identity)
{
    /// <exception cref="InvalidDataException">The bytes are not a saved state.</exception>
    public static RecordedState Read(byte[] state)
    {
        try
        {
            using JsonDocument document = JsonDocument.Parse(state);
            JsonElement root = document.RootElement;
            return new RecordedState(
                root.GetProperty("id").GetGuid(),
                root.TryGetProperty("identity", out JsonElement identity) ? WorkflowIdentity.Parse(identity.GetString()!) : null);
        }
        catch (Exception exception) when (exception is JsonException or KeyNotFoundException or InvalidOperationException or FormatException)
        {
            throw new InvalidDataException($"The file is not the saved state of an instance: {exception.Message}", exception);
        }
    }

    public InstanceSave ToSave(byte[] state) => new()
    {
        InstanceId = InstanceId,
        DefinitionIdentity = Identity,
        Status = InstanceStatus.Idle,
        State = state,
        Unlock = true,
    };
}
