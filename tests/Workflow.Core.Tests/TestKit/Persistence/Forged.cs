using System.Text;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Workflow.Runtime.Snapshots;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Changes saved states and corrects the checksum, as anyone with write access to a store can.</summary>
internal static class Forged
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(1);

    /// <summary>Returns the document without its checksum.</summary>
    public static string BodyOf(byte[] data)
    {
        string text = Encoding.UTF8.GetString(data);
        return text[..text.LastIndexOf(",\"checksum\"", StringComparison.Ordinal)] + "}";
    }

    public static byte[] Sealed(string body) => SnapshotChecksum.Append(Encoding.UTF8.GetBytes(body));

    /// <summary>Replaces all matches in a document. Fails if there is no match.</summary>
    public static byte[] Replace(string body, string pattern, string by) => Sealed(Renamed(body, pattern, by));

    public static string Renamed(string text, string pattern, string by)
    {
        _ = Match(text, pattern);
        return Regex.Replace(text, pattern, by, RegexOptions.CultureInvariant, Patience);
    }

    public static string Match(string text, string pattern)
    {
        Match match = Regex.Match(text, pattern, RegexOptions.CultureInvariant, Patience);
        Assert.True(match.Success, $"Nothing matches '{pattern}' in {text}");
        return match.Value;
    }

    public static int CountOf(string body) => Objects(body).Count;

    /// <summary>Returns the index of the first object that has all of the members.</summary>
    public static int PlaceOf(string body, params string[] members)
    {
        JsonArray objects = Objects(body);
        int place = objects.ToList().FindIndex(one => members.All(one!.AsObject().ContainsKey));
        Assert.True(place >= 0);
        return place;
    }

    public static string WithMoreObjects(string body, string more)
    {
        string end = Match(body, @"\],""definition"":\{.*\}$");
        return body[..^end.Length] + more + end;
    }

    private static JsonArray Objects(string body) => JsonNode.Parse(body)!["objects"]!.AsArray();
}
