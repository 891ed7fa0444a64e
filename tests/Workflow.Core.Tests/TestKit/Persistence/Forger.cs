using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Changes a saved state at random, in its structure and its numbers, and corrects the checksum, as an attacker who knows the format could.</summary>
internal sealed class Forger(string body, Random random)
{
    private static readonly JsonSerializerOptions Options = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static readonly long[] Edges =
    [
        0, 1, -1, 2, 3, 7, 255, 256, int.MaxValue, int.MaxValue - 1, int.MinValue, long.MaxValue, long.MaxValue - 1, long.MinValue, 1L << 53, (1L << 53) - 1,
        (1L << 53) + 1, uint.MaxValue,
    ];

    public byte[] Forge()
    {
        JsonNode document = JsonNode.Parse(body)!;
        for (int changes = random.Next(1, 4); changes > 0; changes--)
        {
            Change(document);
        }

        return Forged.Sealed(document.ToJsonString(Options));
    }

    private void Change(JsonNode document)
    {
        List<JsonNode> all = [];
        Collect(document, all);
        JsonNode victim = all[random.Next(1, all.Count)];
        switch (random.Next(8))
        {
            case 0 or 1 or 2 when victim is JsonValue:
                victim.ReplaceWith(Other(victim, all));
                break;
            case 3:
                Remove(victim);
                break;
            case 4:
                Duplicate(victim);
                break;
            case 5:
                Extend(all);
                break;
            case 6:
                Swap(victim, all);
                break;
            default:
                victim.ReplaceWith(all[random.Next(1, all.Count)].DeepClone());
                break;
        }
    }

    private JsonNode? Other(JsonNode victim, List<JsonNode> all) => victim.GetValueKind() switch
    {
        JsonValueKind.Number => random.Next(2) == 0 ? Edges[random.Next(Edges.Length)] : random.Next(40),
        JsonValueKind.String => Any(all, JsonValueKind.String).DeepClone(),
        JsonValueKind.True => false,
        JsonValueKind.False => true,
        _ => 0,
    };

    private static void Remove(JsonNode victim)
    {
        switch (victim.Parent)
        {
            case JsonObject parent:
                parent.Remove(victim.GetPropertyName());
                break;
            case JsonArray parent:
                parent.RemoveAt(victim.GetElementIndex());
                break;
        }
    }

    private void Duplicate(JsonNode victim)
    {
        if (victim.Parent is JsonArray parent)
        {
            parent.Insert(random.Next(parent.Count + 1), victim.DeepClone());
        }
    }

    /// <summary>Copies a member of one object to another.</summary>
    private void Extend(List<JsonNode> all)
    {
        List<JsonObject> objects = [.. all.OfType<JsonObject>()];
        JsonObject from = objects[random.Next(objects.Count)], to = objects[random.Next(objects.Count)];
        if (from.Count > 0 && !ReferenceEquals(from, to))
        {
            (string key, JsonNode? value) = from.ElementAt(random.Next(from.Count));
            to[key] = value?.DeepClone();
        }
    }

    private void Swap(JsonNode one, List<JsonNode> all)
    {
        JsonNode other = all[random.Next(1, all.Count)];
        if (!Contains(one, other) && !Contains(other, one))
        {
            JsonNode copy = one.DeepClone(), otherCopy = other.DeepClone();
            one.ReplaceWith(otherCopy);
            other.ReplaceWith(copy);
        }
    }

    private static bool Contains(JsonNode outer, JsonNode inner)
    {
        JsonNode? at = inner;
        while (at is not null && !ReferenceEquals(at, outer))
        {
            at = at.Parent;
        }

        return at is not null;
    }

    private JsonNode Any(List<JsonNode> all, JsonValueKind kind)
    {
        List<JsonNode> fitting = all.FindAll(node => node.GetValueKind() == kind);
        return fitting[random.Next(fitting.Count)];
    }

    private static void Collect(JsonNode? node, List<JsonNode> all)
    {
        if (node is null)
        {
            return;
        }

        all.Add(node);
        IEnumerable<JsonNode?> children = node switch
        {
            JsonObject members => members.Select(member => member.Value),
            JsonArray items => items,
            _ => [],
        };
        foreach (JsonNode? child in children)
        {
            Collect(child, all);
        }
    }
}
