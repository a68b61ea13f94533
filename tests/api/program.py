"""A program that plays through the API."""

import json
import uuid

from django.test import Client
from django.utils import timezone

from games.accounts import tokens
from tests.pages.stored import person


class Program:
    """A program with a token of this player."""

    def __init__(self, name, *scopes, player=None):
        self.player = player or person(name)
        fields = {"scopes": list(scopes or ("tables:read", "tables:play")), "days": 30}
        _token, text = tokens.make(player=self.player, name="", now=timezone.now(), **fields)
        self.client = Client(headers={"Authorization": f"Bearer {text}"})

    def get(self, path, status=200, **query):
        answer = self.client.get(f"/api/v1/{path}", query)
        assert answer.status_code == status, answer.content
        return answer.json()

    def post(self, path, body, status=200, **headers):
        sent, kind = json.dumps(body), "application/json"
        answer = self.client.post(f"/api/v1/{path}", sent, content_type=kind, headers=headers)
        self.answer = answer
        assert answer.status_code == status, answer.content
        return answer.json()

    def act(self, code, name, status=200, key=None, **args):
        body = {"id": key or str(uuid.uuid4()), "act": name, **args}
        return self.post(f"tables/{code}/commands", body, status)
